export { cancelImport, getImport, listImportRows, listImports } from './imports.ts';
export { createImport } from './create-import.ts';
