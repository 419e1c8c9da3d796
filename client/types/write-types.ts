import { readFile, writeFile } from 'node:fs/promises';
import { printTypes } from './print-types.ts';

/** Run from the project's root with the path of the file: writes the types of the package. */
const [path = 'client/dist/index.d.ts'] = process.argv.slice(2);
await writeFile(path, printTypes(await readFile('client/types/core.d.ts', 'utf8')));
