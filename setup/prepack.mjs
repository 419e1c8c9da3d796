import { buildClient } from './build-client.mjs';
import { installed } from './prepare.mjs';

/** What `npm pack` runs in a workspace that is a package for others: what it holds is of this very checkout. */
await installed();
await buildClient();
