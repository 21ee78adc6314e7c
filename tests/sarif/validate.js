// SPDX-License-Identifier: MIT
// Validates SARIF documents: node validate.js FILE...
// The schema is the official one of SARIF 2.1.0, which @microsoft/jest-sarif carries. Beyond it: every rule that a result
// names is described, once, and every region lies where it can.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";

const require = createRequire(import.meta.url);
const schemas = join(dirname(require.resolve("@microsoft/jest-sarif")), "schemas");
const schema = JSON.parse(readFileSync(join(schemas, "sarif-2.1.0-rtm.5.json"), "utf8"));
// A pattern of the schema is no regular expression of the Unicode kind.
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats(ajv);
const validate = ajv.compile(schema);

function faultsOfRegion(region) {
    const faults = [];
    const isNumber = (name) => region[name] !== undefined;
    if (isNumber("startLine") === isNumber("byteOffset")) faults.push("a region has either a line or an offset");
    if (isNumber("endColumn") && region.endColumn <= region.startColumn) faults.push("a region ends before it begins");
    return faults;
}

function faultsOf(log) {
    if (!validate(log)) return validate.errors.map((e) => `${e.instancePath}: ${e.message}`);
    const faults = [];
    for (const run of log.runs) {
        const rules = run.tool.driver.rules.map((rule) => rule.id);
        const named = new Set(run.results.map((result) => result.ruleId).filter((id) => id !== undefined));
        if (new Set(rules).size !== rules.length) faults.push("a rule is described twice");
        for (const id of named) if (!rules.includes(id)) faults.push(`rule ${id} is not described`);
        for (const id of rules) if (!named.has(id)) faults.push(`rule ${id} is described, and no result names it`);
        for (const result of run.results)
            for (const place of [...(result.locations ?? []), ...(result.relatedLocations ?? [])]) {
                const region = place.physicalLocation.region;
                if (region !== undefined) faults.push(...faultsOfRegion(region));
            }
    }
    return faults;
}

let failures = 0;
for (const file of process.argv.slice(2)) {
    const log = JSON.parse(readFileSync(file, "utf8"));
    const faults = faultsOf(log);
    const results = log.runs?.[0]?.results?.length;
    console.log(`${file}: ${results} results, ${faults.length === 0 ? "valid" : faults.join("; ")}`);
    failures += faults.length > 0;
}
process.exit(failures > 0 ? 1 : 0);
