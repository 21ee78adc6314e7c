// SPDX-License-Identifier: MIT
// Starts the language server of shader9. `npm install` in this folder fetches the client; without it there are colours only.
"use strict";

let client;

async function activate(context) {
    const vscode = require("vscode");
    let library;
    try {
        library = require("vscode-languageclient/node");
    } catch {
        vscode.window.showInformationMessage("shader9: run `npm install` in the folder of the extension for its language server");
        return;
    }
    const settings = vscode.workspace.getConfiguration("shader9");
    client = new library.LanguageClient(
        "shader9",
        "shader9",
        { command: settings.get("command", "shader9"), args: ["lsp"] },
        {
            documentSelector: [{ language: "d3d9asm" }],
            initializationOptions: {
                dialect: settings.get("dialect", "d3d9"),
                caps: settings.get("caps", "generous"),
                defines: settings.get("defines", {}),
            },
        },
    );
    context.subscriptions.push({ dispose: () => client.stop() });
    await client.start();
}

function deactivate() {
    return client && client.stop();
}

module.exports = { activate, deactivate };
