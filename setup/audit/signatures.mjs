import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { createCaller } from './call.mjs';
import { fetchPackage, notFetched, run } from './foreign.mjs';

const SVIX = 'svix';
const SVIX_VERSION = '2.5.0';
const SVIX_NODE_MIN = 22;
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;
const NODE_VERSION = '22.23.3';
const VERIFIER = join(root, 'setup/audit/verify-messages.mjs');
const WAIT_MS_MAX = 30_000;
/** Created, and four statuses. */
const MESSAGES = 5;
const PARCEL = { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road' };

/** The reference library of Standard Webhooks verifies what our server really sends. */
export const standardWebhooks = {
  name: 'standardwebhooks',
  async run(stage) {
    const place = join(root, 'node_modules/standardwebhooks');
    const library = { place, version: await versionOf(place), node: process.execPath };
    return verifyWith(library, await stage.server());
  },
};

/** The library of a service that many receivers know verifies the same, with a newer Node where it needs one. */
export const svix = {
  name: SVIX,
  async run(stage) {
    const node = await nodeFor(SVIX_NODE_MIN);
    if (node === null) return notFetched(NODE_PACKAGE, NODE_VERSION);
    const place = await fetchPackage(SVIX, SVIX_VERSION);
    return place === null
      ? notFetched(SVIX, SVIX_VERSION)
      : verifyWith({ place, version: SVIX_VERSION, node }, await stage.server());
  },
};

/** This Node where it is new enough, else one from the npm registry. */
async function nodeFor(least) {
  if (Number(process.versions.node.split('.')[0]) >= least) return process.execPath;
  const place = await fetchPackage(NODE_PACKAGE, NODE_VERSION);
  return place === null ? null : join(place, 'bin/node');
}

async function verifyWith({ place, version, node }, server) {
  const received = await receiveMessages(server);
  const { code, output, errors } = await run(node, [VERIFIER, JSON.stringify({ place, ...received })]);
  if (code !== 0) throw new Error(`The messages could not be verified: ${errors}`);
  return {
    version,
    looked: `${received.messages.length} messages of a delivery, each as sent, changed, and under another id`,
    findings: JSON.parse(output),
  };
}

/** Lets a delivery run to its end and keeps what its merchant is sent. */
async function receiveMessages({ baseUrl, demo }) {
  const messages = [];
  const receiver = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      messages.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  try {
    const call = createCaller(baseUrl, () => undefined);
    const send = async (method, path, body) =>
      (await call({ method, path, key: demo.secret_key, body })).data;
    const { id, secret } = await send('POST', '/webhooks', {
      url: `http://127.0.0.1:${receiver.address().port}/hook`,
    });
    const { job_number: number } = await send('POST', '/shipping/deliveries', PARCEL);
    await send('POST', `/test/deliveries/${number}/advance`, { to_status: 'delivered' });
    await arrived(() => messages.length >= MESSAGES);
    await send('DELETE', `/webhooks/${id}`);
    return { secret, messages };
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

async function arrived(enough) {
  const untilMs = performance.now() + WAIT_MS_MAX;
  while (!enough()) {
    if (performance.now() > untilMs)
      throw new Error(`Fewer than ${MESSAGES} messages came within ${WAIT_MS_MAX / 1_000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function versionOf(place) {
  return JSON.parse(await readFile(join(place, 'package.json'), 'utf8')).version;
}
