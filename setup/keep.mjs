import { installed } from './prepare.mjs';

/** When a version of the client is released: keeps a program that all later ones of its major number must compile. */
await installed();
const { runBundled } = await import('./run-bundled.mjs');
process.exitCode = await runBundled('client/types/keep-program.ts', []);
