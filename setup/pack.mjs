import { resolve } from 'node:path';
import { packed } from './packages.mjs';
import { installed } from './prepare.mjs';
import { root } from './root.mjs';

/** Packs what others install, `npm run pack` all of it and `npm run pack client` one: tarballs in `dist/packages`, or where `--to` says. */
const words = process.argv.slice(2);
const at = words.indexOf('--to');
const [, to = 'dist/packages'] = at < 0 ? [] : words.splice(at, 2);
await installed();
for (const path of await packed(words, resolve(root, to))) console.log(path);
