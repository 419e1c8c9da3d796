export * from './imports.ts';
export * from './create-import.ts';
