import { writeFile } from 'node:fs/promises';
import { openApi } from './src/openapi.ts';

/** Run from the project's root: writes the API's description for tools that want a file; it is not committed. */
await writeFile('contract/openapi.json', `${JSON.stringify(openApi(), null, 2)}\n`);
