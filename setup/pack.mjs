import { resolve } from 'node:path';
import { packed, whyNotPacked } from './packages.mjs';
import { installed } from './prepare.mjs';
import { root } from './root.mjs';

/** Packs what others install, `npm run pack` all of it and `npm run pack client` one: tarballs in `dist/packages`, or where `--to` says. */
const words = process.argv.slice(2);
const at = words.indexOf('--to');
const [flag, to = flag === undefined ? 'dist/packages' : null] = at < 0 ? [] : words.splice(at, 2);
const why = to === null ? '--to wants a folder: npm run pack -- client --to ./packages' : whyNotPacked(words);
if (why !== null) {
  console.error(why);
  process.exit(1);
}
await installed();
for (const path of await packed(words, resolve(root, to))) console.log(path);
