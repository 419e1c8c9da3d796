import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signCallback, signRequest } from './sign-request.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../../../../../docs/payment-providers.md'), 'utf8');
/** | name | method or — | path or — | body or empty | signature | */
const ROWS = [...GUIDE.matchAll(/^\| (request|callback) \| (\S+) \| (\S+) \| (.+?) \| `(t=\S+)` \|$/gm)].map(
  ([, kind = '', method = '', path = '', body = '', signature = '']) => ({
    kind,
    method,
    path: path.replaceAll('`', ''),
    body: body === 'empty' ? '' : body.replaceAll('`', ''),
    signature,
  }),
);
const SECRET = /^The secret of these examples is `(\S+)`/m.exec(GUIDE)?.[1] ?? '';

test('the guide shows requests and callbacks', () => {
  expect(SECRET.length).toBeGreaterThanOrEqual(32);
  expect(ROWS.map(({ kind }) => kind)).toEqual(['request', 'request', 'request', 'callback']);
});

test.each(ROWS)(
  '$kind $method $path has the signature that the guide shows',
  ({ kind, method, path, body, signature }) => {
    const timestamp = Number(/^t=(\d+),/.exec(signature)?.[1]);
    expect(
      kind === 'request'
        ? signRequest(SECRET, { timestamp, method, path, body })
        : signCallback(SECRET, { timestamp, body }),
    ).toBe(signature);
  },
);
