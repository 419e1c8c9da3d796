import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from './logger.ts';

let folder: string;
let files = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cottontree-log-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function logged(pretty: boolean, say: (log: ReturnType<typeof createLogger>) => void): Promise<string> {
  const file = join(folder, String((files += 1)));
  const log = createLogger({ level: 'info', pretty, fd: openSync(file, 'a') });
  say(log);
  log.flush();
  // What was being written already is there a moment later.
  const text = (): string => readFileSync(file, 'utf8');
  await expect.poll(text, { timeout: 60_000 }).toMatch(/\n$/);
  return text();
}

const key = `sk_live_${'Ab1'.repeat(12)}Zz`;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test('an entry is a line of JSON with its facts, and what is below the level is left out', async () => {
  const lines = await logged(false, (log) => {
    log.debug({ a: 1 }, 'too quiet');
    log.info({ path: '/v1/x', ms: 1.5 }, 'request');
  });
  expect(JSON.parse(lines)).toEqual({
    level: 30,
    time: expect.stringMatching(/Z$/),
    path: '/v1/x',
    ms: 1.5,
    msg: 'request',
  });
});

test.each([false, true])('no key and no secret is ever written (pretty: %j)', async (pretty) => {
  const text = await logged(pretty, (log) => {
    log.info({ key, nested: { header: `Bearer ${key}` } }, `with ${secret}`);
    log.error({ error: new Error(`sent ${key}`, { cause: new Error(secret) }) }, 'failed');
  });
  expect(text).not.toContain(key.slice(8, 20));
  expect(text).not.toContain(secret.slice(6, 20));
  expect(text).toContain('sk_live_***');
  expect(text).toContain('whsec_***');
});

test('an error is told with its cause and code, but not with the rows that a database names in its details', async () => {
  const error = Object.assign(new Error('duplicate key', { cause: new Error('deeper') }), {
    code: '23505',
    detail: 'Key (phone)=(+23276555014) already exists.',
  });
  const entry = JSON.parse(await logged(false, (log) => log.warn({ error }, 'Refused.'))) as {
    error: object;
  };
  expect(entry.error).toEqual({
    type: 'Error',
    message: 'duplicate key',
    code: '23505',
    stack: expect.any(String),
    cause: { type: 'Error', message: 'deeper', stack: expect.any(String) },
  });
});

test('for people it is the time, the level, the message and the facts', async () => {
  expect(await logged(true, (log) => log.warn({ loop: 'x', rows: 3 }, 'Stumbled.'))).toMatch(
    /^\d\d:\d\d:\d\d warn {2}Stumbled\. loop=x rows=3\n$/,
  );
});
