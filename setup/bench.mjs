import { installed } from './prepare.mjs';

await installed();
const { runBundled } = await import('./run-bundled.mjs');
process.exitCode = await runBundled('bench/main.ts', process.argv.slice(2));
