// Asks the Khronos glTF validator about files and prints one JSON array with,
// per file, the error count and the issues at error level. argv: the folder that holds
// node_modules, then the files.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

const [modules, ...files] = process.argv.slice(2);
const validator = createRequire(join(resolve(modules), 'package.json'))('gltf-validator');

const answers = [];
for (const file of files) {
  const bytes = new Uint8Array(await readFile(file));
  const report = await validator.validateBytes(bytes, {
    uri: basename(file),
    maxIssues: 0,
    externalResourceFunction: async (uri) =>
      new Uint8Array(await readFile(join(dirname(file), decodeURIComponent(uri)))),
  });
  const pick = (severity) => report.issues.messages
    .filter((m) => m.severity === severity)
    .map((m) => ({ code: m.code, pointer: m.pointer ?? '', message: m.message }));
  answers.push({ file, errors: pick(0), warnings: pick(1) });
}
process.stdout.write(JSON.stringify(answers));
