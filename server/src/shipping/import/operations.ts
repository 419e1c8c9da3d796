export { cancelImport } from './cancel-import.ts';
export { createImport } from './create-import.ts';
export { getImport } from './get-import.ts';
export { listImportRows } from './list-import-rows.ts';
export { listImports } from './list-imports.ts';
