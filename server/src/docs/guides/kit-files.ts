import type { StaticFile } from '../../kernel/web/static-file.ts';
import { readText } from './read-guide.ts';

const FOLDER = 'docs/conformance/';
const TYPES = {
  'tk1-vectors.json': 'application/json; charset=utf-8',
  'manifest-vectors.json': 'application/json; charset=utf-8',
  'webhook-fixtures.json': 'application/json; charset=utf-8',
  'verifier.mjs': 'text/javascript; charset=utf-8',
  'check.mjs': 'text/javascript; charset=utf-8',
  'door.html': 'text/html; charset=utf-8',
} as const;

/** Where a file of the conformance kit is kept for who reads about it; null: it is none. */
export function kitPath(file: string): string | null {
  const name = file.startsWith(FOLDER) ? file.slice(FOLDER.length) : '';
  return Object.hasOwn(TYPES, name) ? pathOf(name) : null;
}

/** The files of the conformance kit, to be saved: nothing of them runs as a page of this server. */
export const kitFiles: readonly StaticFile[] = Object.entries(TYPES).map(([name, type]) => ({
  path: pathOf(name),
  type,
  maxAgeSeconds: 3_600,
  headers: {
    'content-disposition': `attachment; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
  },
  read: async () => Buffer.from(await readText(`${FOLDER}${name}`)),
}));

function pathOf(name: string): string {
  return `/docs/files/${name}`;
}
