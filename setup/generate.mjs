import { installed } from './prepare.mjs';

/** Each writes what is derived from its folder; a missing one is an error. */
const GENERATORS = ['contract/generate.ts', 'contract/write-openapi.ts', 'server/generate.ts'];

await installed();
const { runBundled } = await import('./run-bundled.mjs');
for (const generator of GENERATORS) {
  const code = await runBundled(generator, []);
  if (code !== 0) process.exit(code);
  console.log(`generated what ${generator} writes`);
}
