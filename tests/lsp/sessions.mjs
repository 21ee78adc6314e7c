// SPDX-License-Identifier: MIT
// A client of the language server: sessions as editors have them, over pipes. node sessions.mjs COMMAND
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const command = process.argv[2];

class Client {
    constructor() {
        this.process = spawn(command, ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
        this.exit = new Promise((resolve) => this.process.on("exit", (code) => resolve(code)));
        this.buffer = Buffer.alloc(0);
        this.inbox = [];
        this.waiting = [];
        this.id = 0;
        this.process.stdout.on("data", (data) => {
            this.buffer = Buffer.concat([this.buffer, data]);
            for (;;) {
                const end = this.buffer.indexOf("\r\n\r\n");
                if (end < 0) return;
                const size = Number(/Content-Length: (\d+)/.exec(this.buffer.subarray(0, end))[1]);
                if (this.buffer.length < end + 4 + size) return;
                this.inbox.push(JSON.parse(this.buffer.subarray(end + 4, end + 4 + size)));
                this.buffer = this.buffer.subarray(end + 4 + size);
                this.waiting.splice(0).forEach((wake) => wake());
            }
        });
    }
    raw(text) {
        this.process.stdin.write(text);
    }
    send(message) {
        const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
        this.raw(`Content-Length: ${body.length}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n`);
        this.raw(body);
    }
    notify(method, params) {
        this.send({ method, params });
    }
    async take(wanted) {
        for (;;) {
            const index = this.inbox.findIndex(wanted);
            if (index >= 0) return this.inbox.splice(index, 1)[0];
            await new Promise((wake) => this.waiting.push(wake));
        }
    }
    async request(method, params) {
        const id = ++this.id;
        this.send({ id, method, params });
        return this.take((m) => m.id === id && m.method === undefined);
    }
    async initialize(encodings, options, workspace) {
        const answer = await this.request("initialize", {
            processId: process.pid,
            capabilities: { general: { positionEncodings: encodings }, workspace },
            initializationOptions: options,
        });
        this.notify("initialized", {});
        return answer.result;
    }
    async published() {
        return (await this.take((m) => m.method === "textDocument/publishDiagnostics")).params;
    }
    async open(text, uri = "file:///nowhere/a.psa", version = 1) {
        this.uri = uri;
        this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "d3d9asm", version, text } });
        return (await this.published()).diagnostics;
    }
    async change(version, ...contentChanges) {
        this.notify("textDocument/didChange", { textDocument: { uri: this.uri, version }, contentChanges });
        const params = await this.published();
        assert.equal(params.version, version);
        return params.diagnostics;
    }
    async at(what, line, character, more = {}) {
        const answer = await this.request(`textDocument/${what}`, {
            textDocument: { uri: this.uri },
            position: { line, character },
            ...more,
        });
        return answer.error ?? answer.result;
    }
    async about(what, more = {}) {
        return (await this.request(`textDocument/${what}`, { textDocument: { uri: this.uri }, ...more })).result;
    }
    async stop(status = 0) {
        assert.equal((await this.request("shutdown")).result, null);
        this.notify("exit");
        assert.equal(await this.exit, status);
    }
}

const range = (line, from, to, end = line) => ({ start: { line, character: from }, end: { line: end, character: to } });
const whole = range(0, 0, 0, 1000);
const codes = (list) => list.map((d) => d.code);
const labels = (list) => list.map((i) => i.label);

const sessions = {
    async life() {
        let client = new Client();
        const { capabilities, serverInfo } = await client.initialize(["utf-32", "utf-8"]);
        assert.equal(capabilities.positionEncoding, "utf-8");
        assert.equal(serverInfo.name, "shader9");
        await client.stop();
        client = new Client();
        assert.equal((await client.initialize(undefined)).capabilities.positionEncoding, "utf-16");
        client.notify("exit");
        assert.equal(await client.exit, 1); // without shutdown
        client = new Client();
        client.process.stdin.end();
        assert.equal(await client.exit, 1);
    },

    async frames() {
        const client = new Client();
        await client.initialize();
        client.raw("hello\r\nwhat is this\r\n\r\n"); // no length
        client.raw("Content-Length: 5\r\n\r\n{oops");
        assert.equal((await client.take((m) => m.error)).error.code, -32700);
        client.raw("Content-Length: nonsense\r\n\r\n");
        client.raw("Content-Length: 99999999\r\n\r\n" + "x".repeat(99999999)); // more than is kept
        client.raw('Content-Length: 2\r\n\r\n{"a":1}'); // shorter than its body
        await client.take((m) => m.error);
        client.notify("$/cancelRequest", { id: 77 });
        client.notify("$/somethingNew", {});
        assert.equal((await client.request("nothing/atAll", {})).error.code, -32601);
        await client.stop();
    },

    async diagnostics() {
        const client = new Client();
        await client.initialize();
        const list = await client.open("ps_2_0\ntexld r0, t0, s0\nmov oC0, r0\n");
        assert.deepEqual(list.map((d) => d.message.split(" ")[0]).sort(), ["s0", "t0"]);
        for (const d of list) {
            assert.equal(d.source, "shader9");
            assert.equal(d.severity, 1);
            assert.ok(d.data.rule.length > 10);
        }
        // Edits one after the other, in one message: places are those behind the edit before.
        assert.deepEqual(
            await client.change(
                2,
                { range: range(1, 0, 0), text: "dcl t0.xy\n" },
                { range: range(2, 0, 0), text: "dcl_2d s0\n" },
            ),
            [],
        );
        const late = await client.change(3, { text: "ps_2_0\nmov r0, c0\ndef c0, 1, 1, 1, 1\nmov oC0, r0\n" });
        assert.deepEqual(codes(late), ["V020"]);
        assert.deepEqual(late[0].relatedInformation[0].location.range.start, { line: 1, character: 0 });
        client.notify("textDocument/didClose", { textDocument: { uri: client.uri } });
        assert.deepEqual((await client.published()).diagnostics, []);
        await client.stop();
    },

    async settings() {
        let client = new Client();
        await client.initialize(undefined, { dialect: "d3d8", defines: { CHOSEN: "v0" } });
        assert.deepEqual(await client.open("vs.1.1\nmov oPos, CHOSEN\n"), []); // Direct3D 8 declares nothing
        client.notify("workspace/didChangeConfiguration", { settings: { shader9: { dialect: "d3d9" } } });
        assert.deepEqual(codes((await client.published()).diagnostics), ["V026"]);
        await client.stop();
        client = new Client();
        await client.initialize(undefined, {}, { configuration: true });
        const asked = await client.take((m) => m.method === "workspace/configuration");
        assert.equal(asked.params.items[0].section, "shader9");
        assert.deepEqual(await client.open("ps_3_0\nmov oC0, c0\n"), []);
        client.send({ id: asked.id, result: [{ caps: { max_ps: "2_0" } }] });
        assert.equal((await client.published()).diagnostics.length, 1);
        await client.stop();
    },

    async positions() {
        // An emoji takes two units of UTF-16 and four bytes; lines end with CR LF.
        const text = "ps_2_0\r\n/* \u{1F600} */ mov r0, c99\r\nmov oC0, r0\r\n";
        for (const [encoding, column] of [["utf-16", 17], ["utf-8", 19]]) {
            const client = new Client();
            await client.initialize([encoding]);
            const [first] = await client.open(text);
            assert.deepEqual(first.range, range(1, column, column + 3));
            assert.deepEqual(await client.change(2, { range: first.range, text: "c9" }), []);
            const hover = await client.at("hover", 1, column);
            assert.match(hover.contents.value, /\*\*c9\*\*: float constant; ps_2_0 has c0 to c31/);
            assert.deepEqual(hover.range, range(1, column, column + 2));
            await client.stop();
        }
    },

    async hover() {
        const client = new Client();
        await client.initialize();
        await client.open(
            "ps_2_0\n//!constant float4 tint : c3\ndef c0, 1, 0.5, 0, 2\nmad_sat r0, c0, -c0.x, c3 ; V181\nmov oC0, r0\n",
        );
        const mad = (await client.at("hover", 3, 1)).contents.value;
        for (const part of ["mad d, s0, s1, s2", "d = s0 * s1 + s2", "vs_1_0 to vs_3_sw", "Slots: 1", "clamped"])
            assert.ok(mad.includes(part), part);
        const c0 = (await client.at("hover", 3, 13)).contents.value;
        for (const part of ["(1, 0.5, 0, 2)", "def c0, 1, 0.5, 0, 2", "line 3"]) assert.ok(c0.includes(part), part);
        assert.match((await client.at("hover", 3, 23)).contents.value, /`tint`/);
        assert.match((await client.at("hover", 3, 29)).contents.value, /\*\*V181\*\*/);
        assert.match((await client.at("hover", 0, 2)).contents.value, /pixel shader/);
        assert.equal(await client.at("hover", 9, 0), null);
        const hints = await client.about("inlayHint", { range: whole });
        assert.deepEqual(labels(hints), ["(1, 0.5, 0, 2)", "(1, 0.5, 0, 2)", "tint"]);
        await client.stop();
    },

    async completion() {
        const client = new Client();
        await client.initialize();
        await client.open("");
        assert.ok(labels(await client.at("completion", 0, 0)).includes("vs_3_0"));
        await client.change(2, { text: "vs_2_0\n\nmov r0.x, c0.y\ndcl\nmov \n#de" });
        const words = labels(await client.at("completion", 1, 0));
        for (const word of ["mova", "rep", "dcl_position", "m4x4"]) assert.ok(words.includes(word), word);
        for (const word of ["texld", "setp_gt", "if_lt", "dsx"]) assert.ok(!words.includes(word), word);
        assert.ok(labels(await client.at("completion", 2, 8)).includes("xyzw"));
        assert.ok(labels(await client.at("completion", 2, 8)).includes("xy"));
        assert.ok(labels(await client.at("completion", 2, 14)).includes("wzyx"));
        const registers = labels(await client.at("completion", 4, 4));
        for (const word of ["r11", "v15", "oPos", "oT7", "a0", "aL"]) assert.ok(registers.includes(word), word);
        for (const word of ["r12", "t0", "oC0", "o0"]) assert.ok(!registers.includes(word), word);
        assert.ok(labels(await client.at("completion", 5, 3)).includes("define"));
        await client.change(3, { text: "ps_3_0\nif\nadd_\nmov r0, c0_\n" });
        assert.ok(labels(await client.at("completion", 1, 2)).includes("if_lt"));
        assert.deepEqual(labels(await client.at("completion", 2, 4)), ["_sat", "_pp"]);
        assert.deepEqual(labels(await client.at("completion", 3, 11)), ["_abs"]);
        assert.equal((await client.change(4, { text: "ps_3_0\nif_\nnop_\nmov r0, c0_\n" })).length > 0, true);
        assert.deepEqual(labels(await client.at("completion", 1, 3)), ["_gt", "_lt", "_ge", "_le", "_eq", "_ne"]);
        assert.deepEqual(labels(await client.at("completion", 2, 4)), []);
        const help = await client.at("signatureHelp", 3, 8);
        assert.equal(help.signatures[0].label, "mov d, s0");
        assert.equal(help.activeParameter, 1);
        await client.stop();
    },

    async symbols() {
        const client = new Client();
        await client.initialize();
        assert.deepEqual(
            await client.open(
                "vs_2_0\n#define POS v0\ndef c4, 1, 2, 3, 4\ndcl_position v0\nmov r0, POS\ncall l1\nmov oPos, r0\nret\n" +
                    "label l1\nadd r0, r0, c4\nret\n",
            ),
            [],
        );
        const place = (l) => [l.range.start.line, l.range.start.character];
        assert.deepEqual(place(await client.at("definition", 5, 6)), [8, 6]);
        assert.deepEqual(place(await client.at("definition", 9, 12)), [2, 4]);
        assert.deepEqual(place(await client.at("definition", 4, 9)), [1, 8]);
        assert.deepEqual(place(await client.at("definition", 6, 11)), [4, 4]); // where r0 is first written
        const list = await client.at("references", 4, 4, { context: { includeDeclaration: true } });
        assert.deepEqual(list.map(place), [[4, 4], [6, 10], [9, 4], [9, 8]]);
        const marks = await client.at("documentHighlight", 4, 4);
        assert.deepEqual(marks.map((m) => m.kind), [3, 2, 3, 2]);
        const edits = (e) => e.changes[client.uri].map((x) => [...place(x), x.newText]);
        assert.deepEqual(edits(await client.at("rename", 8, 7, { newName: "l5" })), [[5, 5, "l5"], [8, 6, "l5"]]);
        assert.deepEqual(edits(await client.at("rename", 4, 9, { newName: "IN" })), [[4, 8, "IN"], [1, 8, "IN"]]);
        assert.deepEqual(edits(await client.at("rename", 3, 13, { newName: "v3" })), [[3, 13, "v3"], [1, 12, "v3"]]);
        for (const name of ["c1", "r99", "mov", ""])
            assert.equal((await client.at("rename", 4, 4, { newName: name })).code, -32803);
        assert.match((await client.at("rename", 2, 4, { newName: "c4" })).changes ? "same" : "", /same/);
        assert.deepEqual((await client.at("prepareRename", 6, 10)).placeholder, "r0");
        assert.equal(await client.at("prepareRename", 6, 5), null); // oPos has no other name
        // What is read without being named keeps its number.
        const before = client.uri;
        await client.open("vs_2_0\ndcl_position v0\nm4x4 oPos, v0, c4\nmov oD0, c2\nmov oD1, c7\n", "file:///nowhere/m.vsa");
        assert.ok((await client.at("rename", 3, 10, { newName: "c3" })).changes);
        assert.match((await client.at("rename", 3, 10, { newName: "c6" })).message, /matrix/);
        assert.match((await client.at("rename", 4, 10, { newName: "c20" })).message, /matrix/);
        client.uri = before;
        const outline = await client.about("documentSymbol");
        assert.deepEqual(outline.map((s) => s.name).sort(), ["POS", "c4", "l1", "v0", "vs_2_0"].sort());
        assert.equal(outline.find((s) => s.name === "l1").range.end.line, 10);
        assert.deepEqual((await client.about("foldingRange")).map((f) => [f.startLine, f.endLine]), [[8, 10]]);
        await client.stop();
    },

    async colours() {
        const client = new Client();
        const { capabilities } = await client.initialize();
        const { tokenTypes } = capabilities.semanticTokensProvider.legend;
        await client.open("ps_1_4\ndef c0, 1, 1, 1, 1 // \u{1F600}!\nmov_sat r0, 1-c0_bx2.a\n");
        const { data } = await client.about("semanticTokens/full");
        const tokens = [];
        for (let i = 0, line = 0, start = 0; i < data.length; i += 5) {
            start = data[i] === 0 ? start + data[i + 1] : data[i + 1];
            line += data[i];
            tokens.push([line, start, data[i + 2], tokenTypes[data[i + 3]]]);
        }
        assert.deepEqual(tokens.slice(0, 3), [[0, 0, 6, "keyword"], [1, 0, 3, "keyword"], [1, 4, 2, "variable"]]);
        assert.deepEqual(tokens.find((t) => t[3] === "comment"), [1, 20 - 1, 6, "comment"]);
        assert.deepEqual(tokens.slice(-4), [[2, 12, 1, "number"], [2, 14, 2, "variable"], [2, 16, 4, "operator"], [2, 21, 1, "property"]]);
        const part = await client.about("semanticTokens/range", { range: range(1, 0, 0, 2) });
        assert.equal(part.data[0], 1);
        await client.stop();
    },

    async formatting() {
        const client = new Client();
        await client.initialize();
        await client.open("vs_2_0\r\nif b0 mov r0,c0\r\nendif\r\nmov oPos ,r0\r\n");
        const options = { tabSize: 2, insertSpaces: true };
        const edits = await client.about("formatting", { options });
        assert.deepEqual(edits.map((e) => e.newText), ["\r\n  ", " ", "", " "]);
        const part = await client.about("rangeFormatting", { options, range: range(3, 0, 13) });
        assert.deepEqual(part.map((e) => e.range.start.line), [3, 3]);
        await client.change(2, { text: "//listing\ntechnique t { pass p { vertexshader = asm { vs_2_0\nmov oPos,c0 }; } }" });
        assert.equal(await client.about("formatting", { options }), null);
        await client.stop();
    },

    async include() {
        const folder = mkdtempSync(join(tmpdir(), "shader9-lsp-"));
        try {
            writeFileSync(join(folder, "part.inc"), "mov r0, c0\nmvo r0, c0\n");
            const client = new Client();
            await client.initialize();
            const uri = pathToFileURL(join(folder, "main.psa")).href;
            const [wrong] = await client.open('ps_2_0\n#include "part.inc"\nmov oC0, r0\n', uri);
            assert.equal(wrong.range.start.line, 1);
            assert.match(wrong.message, /part\.inc:2:1: unknown instruction 'mvo'/);
            assert.equal(wrong.relatedInformation[0].location.uri, pathToFileURL(join(folder, "part.inc")).href);
            // What the editor has open counts, not the disk; and nothing is read that is not beside the file.
            await client.open("mov r0, c0\n", pathToFileURL(join(folder, "part.inc")).href);
            client.uri = uri;
            assert.deepEqual(await client.change(2, { range: range(3, 0, 0), text: "\n" }), []);
            const refused = await client.change(3, { text: 'ps_2_0\n#include "/etc/hostname"\nmov oC0, c0\n' });
            assert.match(refused[0].message, /only files beside/);
            await client.stop();
        } finally {
            rmSync(folder, { recursive: true });
        }
    },

    async size() {
        const client = new Client();
        await client.initialize();
        const text = "ps_3_0\n" + "mad r0, r1, r2, c3 // comment\n".repeat(40000) + "mov oC0, r0\n";
        const begin = Date.now();
        await client.open(text);
        await client.about("formatting", { options: { tabSize: 4, insertSpaces: true } });
        await client.about("semanticTokens/full");
        assert.ok(Date.now() - begin < 60000);
        const [large] = await client.change(2, { text: "ps_3_0\n" + "; ".repeat(5 << 20) });
        assert.match(large.message, /larger than/);
        assert.equal(await client.at("hover", 0, 1), null);
        await client.stop();
    },
};

for (const [name, play] of Object.entries(sessions)) {
    try {
        await play();
        console.log(`${name}: good`);
    } catch (error) {
        console.log(`${name}: FAILED\n${error.stack}`);
        process.exit(1);
    }
}
process.exit(0);
