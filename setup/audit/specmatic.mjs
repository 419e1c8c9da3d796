import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaller } from './call.mjs';
import { DOCUMENT, operationsOf, readDocument } from './document.mjs';
import { fetchPackage, isOnPath, notFetched, run } from './foreign.mjs';

const PACKAGE = 'specmatic';
const VERSION = '2.55.1';
const TEST_MS_MAX = 480_000;
/** An answer that holds JSON Schemas as data, which Specmatic takes for the form that all must have; and what only a till or a session can read of itself. */
const LEFT_OUT = new Set(['listEventTypes', 'getCurrentTerminal', 'getCurrentWidgetSession', 'getTillStaff']);

/**
 * Specmatic's contract tests. It makes up values, of which a service that knows real places and
 * parcels refuses most; so it is given the document's own examples, of everything that can be read without an id.
 */
export const specmatic = {
  name: 'specmatic',
  async run(stage) {
    if (!(await isOnPath('java')))
      return { absent: 'it needs a Java runtime (Debian, Ubuntu: apt-get install -y default-jre-headless).' };
    const place = await fetchPackage(PACKAGE, VERSION);
    if (place === null) return notFetched(PACKAGE, VERSION);
    const { baseUrl, demo } = await stage.server();
    const folder = await mkdtemp(join(tmpdir(), 'cottontree-specmatic-'));
    try {
      await putInPlace(baseUrl, demo.secret_key);
      const wanted = await writeReadings(folder, demo.secret_key);
      const args = [
        '-jar',
        join(place, 'specmatic.jar'),
        'test',
        join(folder, 'document.json'),
        `--testBaseURL=${baseUrl}`,
        `--examples=${join(folder, 'examples')}`,
        '--strict',
        `--filter=STATUS='200'`,
      ];
      const { output, errors } = await run('java', args, { cwd: folder, timeoutMs: TEST_MS_MAX });
      return { version: VERSION, ...resultOf(output + errors, wanted) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** What the document's examples look up by barcode and by phone. */
async function putInPlace(baseUrl, key) {
  const document = await readDocument();
  const call = createCaller(baseUrl, () => undefined);
  const wantedBy = (path, name) =>
    document.paths[path].get.parameters.find((one) => one.name === name).example;
  await call({
    method: 'POST',
    path: '/pos/products',
    key,
    body: { name: 'Ginger beer', price: 15, barcode: wantedBy('/pos/products/lookup', 'barcode') },
  });
  await call({
    method: 'POST',
    path: '/customers',
    key,
    body: { name: 'Isatu Conteh', phone: wantedBy('/customers/lookup', 'phone') },
  });
}

/** The document cut down to what a merchant can read without an id, and an example of each as Specmatic takes them. */
async function writeReadings(folder, key) {
  const document = await readDocument();
  const readings = operationsOf(document).filter(
    ({ operationId, method, path, security }) =>
      method === 'GET' && !path.includes('{') && security === undefined && !LEFT_OUT.has(operationId),
  );
  // Refusals and the examples of answers are left out: without a request of the same name they are an error to Specmatic.
  const paths = Object.fromEntries(
    readings.map(({ path, responses }) => [
      path,
      { get: { ...document.paths[path].get, responses: { 200: withoutExamples(responses[200]) } } },
    ]),
  );
  await mkdir(join(folder, 'examples'));
  await writeFile(
    join(folder, 'document.json'),
    JSON.stringify({
      ...document,
      security: [{ bearer: [] }],
      paths,
      webhooks: undefined,
      components: componentsOf(document, paths),
    }),
  );
  for (const { operationId, path, parameters = [], responses } of readings) {
    const query = Object.fromEntries(
      parameters
        .filter((one) => one.in === 'query' && one.example !== undefined)
        .map(({ name, example }) => [name, String(example)]),
    );
    const example = {
      'http-request': { method: 'GET', path, query, headers: { Authorization: `Bearer ${key}` } },
      'http-response': {
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: responses[200].content['application/json'].examples.success.value,
      },
    };
    await writeFile(join(folder, 'examples', `${operationId}.json`), JSON.stringify(example));
  }
  return readings.length;
}

function withoutExamples(answer) {
  const content = Object.entries(answer.content).map(([type, { schema }]) => [type, { schema }]);
  return { ...answer, content: Object.fromEntries(content) };
}

/** What these paths use: of all else Specmatic says what it would not understand of it, and that it fails. */
function componentsOf({ components }, paths) {
  const used = new Map();
  const collect = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (typeof node.$ref === 'string' && !used.has(node.$ref)) {
      const [, , kind, name] = node.$ref.split('/');
      used.set(node.$ref, { kind, name });
      collect(components[kind][name]);
    }
    for (const part of Object.values(node)) collect(part);
  };
  collect(paths);
  const kept = { securitySchemes: { bearer: components.securitySchemes.bearer } };
  for (const { kind, name } of used.values()) (kept[kind] ??= {})[name] = components[kind][name];
  return kept;
}

function resultOf(text, wanted) {
  const [, tests, , failures = '0', errors = '0'] =
    /Tests run: (\d+), Successes: (\d+), Failures: (\d+),(?: WIP: \d+,)? Errors: (\d+)/.exec(text) ?? [];
  if (tests === undefined) throw new Error(`Specmatic ran no tests of ${DOCUMENT}: ${text.slice(-1_000)}`);
  const reasons = [...text.matchAll(/Testing scenario "([^"]+)"[\s\S]*?(>> [\s\S]*?)(?=\n\n\n|$)/g)].map(
    ([, scenario, reason]) => `${scenario}: ${reason.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
  );
  const bad = Number(failures) + Number(errors);
  return {
    looked: `${tests} tests of ${wanted} operations that read without an id`,
    findings: bad === 0 ? [] : reasons.length > 0 ? [...new Set(reasons)] : [`${bad} tests failed.`],
  };
}
