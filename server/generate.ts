import { copyFile, writeFile } from 'node:fs/promises';
import { listFunctionText } from './src/store/directory/list-function.ts';
import { functionNamesText, readFunctions } from './src/store/read-functions.ts';

/** Run from the project's root: writes the function that lists what rows are known by, and the names by which statements call the functions of the database. */
await writeFile('server/sql/functions/list_in_directory.sql', listFunctionText());
await writeFile(
  'server/src/store/function-names.gen.ts',
  functionNamesText(await readFunctions('server/sql/functions')),
);
/** The pages' tokens are the kit's, beside the other styles that the server is delivered with. */
await copyFile('web/kit/tokens.css', 'server/assets/tokens.gen.css');
