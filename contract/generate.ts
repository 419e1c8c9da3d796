import { writeFile } from 'node:fs/promises';
import { derivedFiles } from './src/derived-files.ts';

/** Run from the project's root: writes every committed file that is derived from the contract. */
for (const [path, text] of derivedFiles()) await writeFile(path, text);
