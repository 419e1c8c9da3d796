import { readFile, writeFile } from 'node:fs/promises';
import { printProgram } from './print-program.ts';

/** Run from the project's root when a version is released: keeps a program that later ones must compile. */
const { version }: { readonly version: string } = JSON.parse(await readFile('client/package.json', 'utf8'));
await writeFile(`client/kept/${version}.gen.ts`, printProgram(version));
