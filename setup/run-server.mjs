import { pathToFileURL } from 'node:url';
import { builtApart, installed } from './prepare.mjs';

/** Runs the server's command line in this very process, so that signals reach it. */
export async function runServer(args) {
  await installed();
  const program = await builtApart();
  process.argv = [process.argv[0], program, ...args];
  await import(pathToFileURL(program).href);
}
