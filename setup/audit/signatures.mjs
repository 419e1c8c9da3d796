import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { createCaller } from './call.mjs';
import { fetchPackage, notFetched } from './foreign.mjs';

const SVIX = 'svix';
const SVIX_VERSION = '2.5.0';
const SVIX_NODE_MIN = 22;
const WAIT_MS_MAX = 30_000;
/** Created, and four statuses. */
const MESSAGES = 5;
const PARCEL = { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road' };

/** The reference library of Standard Webhooks verifies what our server really sends. */
export const standardWebhooks = {
  name: 'standardwebhooks',
  async run(stage) {
    const place = join(root, 'node_modules/standardwebhooks');
    return verifyWith({ place, version: await versionOf(place) }, await stage.server());
  },
};

/** The library of a service that many receivers know verifies the same. */
export const svix = {
  name: SVIX,
  async run(stage) {
    const [major] = process.versions.node.split('.').map(Number);
    if (major < SVIX_NODE_MIN)
      return {
        absent: `${SVIX}@${SVIX_VERSION} needs Node ${SVIX_NODE_MIN} or newer; this is ${process.versions.node}. standardwebhooks verifies the same signature.`,
      };
    const place = await fetchPackage(SVIX, SVIX_VERSION);
    return place === null
      ? notFetched(SVIX, SVIX_VERSION)
      : verifyWith({ place, version: SVIX_VERSION }, await stage.server());
  },
};

async function verifyWith({ place, version }, server) {
  const { Webhook } = createRequire(join(place, 'package.json'))(place);
  const { secret, messages } = await receiveMessages(server);
  const verifier = new Webhook(secret);
  const findings = messages.flatMap(({ headers, body }) => [
    ...(verifies(verifier, body, headers)
      ? []
      : [`The signature of ${headers['webhook-id']} (${headers['x-service-event']}) does not verify.`]),
    ...(verifies(verifier, body.replace('{', '{ '), headers)
      ? [`A changed body of ${headers['webhook-id']} verifies.`]
      : []),
    ...(verifies(verifier, body, { ...headers, 'webhook-id': 'msg_other' })
      ? [`${headers['webhook-id']} verifies under another id.`]
      : []),
  ]);
  return {
    version,
    looked: `${messages.length} messages of a delivery, each as sent, changed, and under another id`,
    findings,
  };
}

function verifies(verifier, body, headers) {
  try {
    verifier.verify(body, headers);
    return true;
  } catch {
    return false;
  }
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
