import { writeFile } from 'node:fs/promises';
import { functionNamesText, readFunctions } from './src/store/read-functions.ts';

/** Run from the project's root: writes the names by which statements call the functions of the database. */
await writeFile(
  'server/src/store/function-names.gen.ts',
  functionNamesText(await readFunctions('server/sql/functions')),
);
