import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../root.mjs';
import { createCaller, freePort } from './call.mjs';
import { DOCUMENT, operationsOf, readDocument } from './document.mjs';
import { callEveryOperation } from './every-operation.mjs';
import { fetchPackage, notFetched } from './foreign.mjs';
import { takeJourney } from './journey.mjs';

const PACKAGE = '@stoplight/prism-cli';
/** The last that runs on every Node that this project runs on. */
const VERSION = '5.14.2';
const START_MS_MAX = 60_000;
const ERASE_MS_MAX = 120_000;

/** Prism between caller and server, comparing every request and answer with the OpenAPI document. */
export const prism = {
  name: 'prism',
  async run(stage) {
    const place = await fetchPackage(PACKAGE, VERSION);
    if (place === null) return notFetched(PACKAGE, VERSION);
    const { baseUrl, demo } = await stage.server();
    const proxy = await startProxy(place, baseUrl);
    try {
      const seen = { calls: 0, successes: 0, findings: new Set() };
      const call = createCaller(proxy.url, (request, answer) => note(seen, request, answer));
      const keys = {
        merchant: demo.secret_key,
        member: await memberCookie(baseUrl, demo),
        ...(await signIn(call, demo)),
      };
      await takeJourney(call, keys);
      const document = await readDocument();
      await callEveryOperation(call, document, keys);
      await erasedAll(call, keys.merchant);
      return {
        version: VERSION,
        looked: `${seen.calls} calls of ${operationsOf(document).length} operations, ${seen.successes} of them successes`,
        findings: [...seen.findings],
      };
    } finally {
      await proxy.stop();
    }
  },
};

async function signIn(call, { operations, driver }) {
  const operator = await call({
    method: 'POST',
    path: '/dispatch/login',
    body: { email: operations.email, password: operations.password },
  });
  const courier = await call({
    method: 'POST',
    path: '/driver/login',
    body: { phone: driver.phone, pin: driver.pin },
  });
  return { operator: operator.data.token, courier: courier.data.token };
}

/** Under both of its names: the document tells the one behind TLS. */
async function memberCookie(baseUrl, { dashboard: { email, password } }) {
  let cookie = '';
  const call = createCaller(
    baseUrl,
    (_request, { headers }) => ([cookie = ''] = headers['set-cookie'] ?? []),
  );
  await call({ method: 'POST', path: '/account/login', body: { email, password } });
  const value = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
  return `cottontree=${value}; __Host-cottontree=${value}`;
}

/** What was asked for last: until it is done, no other tool could write here. */
async function erasedAll(call, key) {
  const untilMs = performance.now() + ERASE_MS_MAX;
  for (;;) {
    const erasure = (await call({ method: 'GET', path: '/test/erasure', key })).data;
    if (erasure?.finished_at) return;
    if (performance.now() > untilMs) throw new Error('The test data were not erased in time.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Prism tells in a header what does not fit; a fault of the server is a finding as well, and so is a call of the journey that fails. */
function note(seen, { method, path, mustSucceed }, { status, headers, text }) {
  seen.calls += 1;
  if (status < 300) seen.successes += 1;
  const place = `${method} ${path.split('?')[0]} → ${status}`;
  if (status >= 500 || (mustSucceed && status >= 300)) seen.findings.add(`${place}: ${text.slice(0, 200)}`);
  for (const { severity, message, location = [] } of JSON.parse(headers['sl-violations'] ?? '[]')) {
    seen.findings.add(`${place}: ${severity}: ${message} (${location.join('.')})`);
  }
}

async function startProxy(place, upstream) {
  const port = await freePort();
  const { bin } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
  const program = join(place, typeof bin === 'string' ? bin : bin.prism);
  const child = spawn(
    process.execPath,
    [
      '--max-http-header-size=1048576',
      program,
      'proxy',
      DOCUMENT,
      upstream,
      '--port',
      String(port),
      '--host',
      '127.0.0.1',
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  child.stderr.resume();
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const tooLate = setTimeout(() => child.kill('SIGKILL'), START_MS_MAX);
  const ready = await isListening(child);
  clearTimeout(tooLate);
  if (ready) return { url: `http://127.0.0.1:${port}`, stop };
  await stop();
  throw new Error('Prism did not start.');
}

function isListening(child) {
  return new Promise((resolve) => {
    createInterface(child.stdout)
      .on('line', (line) => line.includes('is listening') && resolve(true))
      .on('close', () => resolve(false));
  });
}
