import { installed } from './prepare.mjs';

/** When a version of the client is released: keeps a program that all later ones of its major number must compile. */
const [word] = process.argv.slice(2);
if (word === undefined) {
  await installed();
  const { runBundled } = await import('./run-bundled.mjs');
  process.exitCode = await runBundled('client/types/keep-program.ts', []);
} else {
  console.error(
    `${word} says nothing here: npm run keep takes no words, and keeps the version that client/package.json names.`,
  );
  process.exitCode = 1;
}
