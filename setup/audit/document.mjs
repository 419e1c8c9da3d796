import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { runBundled } from '../run-bundled.mjs';

export const DOCUMENT = 'contract/openapi.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Makes the OpenAPI document of this checkout from its contract, for tools that want a file. */
export async function writeDocument() {
  if ((await runBundled('contract/write-openapi.ts', [])) !== 0)
    throw new Error(`${DOCUMENT} could not be made.`);
}

/** The OpenAPI document of this checkout, as `writeDocument` made it. */
export async function readDocument() {
  return JSON.parse(await readFile(join(root, DOCUMENT), 'utf8'));
}

/** Every operation of a document with its path and method. */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      path,
      method: method.toUpperCase(),
      ...item[method],
    })),
  );
}

/** What a linter has looked at. */
export async function describeDocument() {
  const document = await readDocument();
  const schemas = Object.keys(document.components.schemas).length;
  return `${operationsOf(document).length} operations, ${Object.keys(document.webhooks).length} webhooks and ${schemas} schemas of ${DOCUMENT}`;
}
