import { runServer } from './run-server.mjs';

await runServer(['start', ...process.argv.slice(2)]);
