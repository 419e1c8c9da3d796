export { openDocs, type Docs } from './open-docs.ts';
