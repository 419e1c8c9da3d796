export { cancelImport, getImport, listImportRows, listImports } from './imports.ts';
export * from './create-import.ts';
