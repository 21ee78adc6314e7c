// SPDX-License-Identifier: MIT
// node tokens.js GRAMMAR FILE: each word of a file with its innermost scope, by the engine that Visual Studio Code uses.
const fs = require('fs');
const path = require('path');
const vsctm = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

async function main() {
    const wasm = fs.readFileSync(path.join(path.dirname(require.resolve('vscode-oniguruma')), 'onig.wasm'));
    await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
    const registry = new vsctm.Registry({
        onigLib: Promise.resolve({
            createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
            createOnigString: (text) => new oniguruma.OnigString(text),
        }),
        loadGrammar: async () => vsctm.parseRawGrammar(fs.readFileSync(process.argv[2], 'utf8'), process.argv[2]),
    });
    const grammar = await registry.loadGrammar('source.d3d9asm');
    let stack = vsctm.INITIAL;
    for (const line of fs.readFileSync(process.argv[3], 'utf8').split('\n')) {
        const result = grammar.tokenizeLine(line, stack);
        for (const token of result.tokens) {
            const word = line.substring(token.startIndex, token.endIndex);
            const scope = token.scopes[token.scopes.length - 1];
            if (word.trim() !== '' && scope !== 'source.d3d9asm') {
                console.log(word.trim() + '\t' + scope.replace(/\.d3d9asm$/, ''));
            }
        }
        stack = result.ruleStack;
    }
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
