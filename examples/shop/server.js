import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { constructEvent, createClient } from '@cottontree/client';
import { readCatalogue } from './catalogue.js';
import { openOrders, Refusal } from './orders.js';

const { COTTONTREE_URL = 'http://127.0.0.1:8080', COTTONTREE_API_KEY, COTTONTREE_PUBLIC_KEY } = process.env;
const port = Number(process.env.PORT ?? 3000);
const name = process.env.SHOP_NAME ?? 'The Cotton Shop';
const BODY_BYTES_MAX = 1_000_000;
if (!COTTONTREE_API_KEY || !COTTONTREE_PUBLIC_KEY)
  throw new Error(
    'COTTONTREE_API_KEY (sk_…) and COTTONTREE_PUBLIC_KEY (pk_…) are needed: README.md says how.',
  );

const cottontree = createClient({ baseUrl: COTTONTREE_URL, apiKey: COTTONTREE_API_KEY });
const origin = new URL(COTTONTREE_URL).origin;
const orders = openOrders(cottontree);

/** Scripts and styles are files of ours and of the Cottontree server, and nothing else runs or is loaded. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${origin}`,
  "style-src 'self'",
  `connect-src 'self' ${origin}`,
  `frame-src ${origin}`,
  `img-src 'self' ${origin} data:`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/shop.css': ['shop.css', 'text/css; charset=utf-8'],
  '/shop.js': ['shop.js', 'text/javascript; charset=utf-8'],
  '/checkout.js': ['checkout.js', 'text/javascript; charset=utf-8'],
  '/parts.js': ['parts.js', 'text/javascript; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
};

const server = createServer(async (request, response) => {
  const {
    status = 200,
    type = 'application/json; charset=utf-8',
    body,
    json,
  } = await answer(request).catch(refuse);
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(body ?? JSON.stringify(json));
});

function refuse(fault) {
  if (fault instanceof Refusal) return { status: 422, json: { error: fault.message } };
  console.error(fault);
  return { status: 500, json: { error: 'Something went wrong here. Try it again in a moment.' } };
}

async function answer(request) {
  const { pathname } = new URL(request.url, 'http://shop');
  const call = `${request.method} ${pathname}`;
  const file = request.method === 'GET' ? FILES[pathname] : undefined;
  if (file) return { type: file[1], body: await page(file[0]) };
  if (call === 'GET /api/catalogue') return { json: await readCatalogue(cottontree) };
  if (call === 'POST /api/orders')
    return { status: 201, json: await orders.take(JSON.parse(await read(request))) };
  const order = request.method === 'GET' && orders.show(/^\/api\/orders\/([\w-]+)$/.exec(pathname)?.[1]);
  if (order) return { json: order };
  if (call === 'POST /webhooks') return hear(request);
  return { status: 404, json: { error: 'There is nothing here.' } };
}

/** The page with what it has to know: the server, whose script it loads, and the public key. */
async function page(file) {
  const text = await readFile(new URL(`public/${file}`, import.meta.url));
  if (file !== 'index.html') return text;
  const words = { SERVER: origin, PUBLIC_KEY: COTTONTREE_PUBLIC_KEY, NAME: name };
  return text.toString().replaceAll(/\{\{(\w+)\}\}/g, (_, word) => escaped(words[word]));
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Believes what Cottontree sends once its signature was checked over the bytes as they came. */
async function hear(request) {
  const body = await read(request);
  let event;
  try {
    event = await constructEvent(body, request.headers, endpoint.secret);
  } catch {
    return { status: 400, json: { error: 'The signature is not right.' } };
  }
  // Not answered with 200, it comes again: what failed here is done then.
  await orders.hear(event);
  return { json: { received: true } };
}

async function read(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Refusal('That is too much at once.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Where COTTONTREE_WEBHOOK_SECRET names no endpoint of yours, one for as long as the shop runs. */
async function registered(taken) {
  const secret = process.env.COTTONTREE_WEBHOOK_SECRET;
  if (secret) return { secret, id: null };
  const url = process.env.WEBHOOK_URL ?? `http://127.0.0.1:${taken}/webhooks`;
  const events = ['payment.succeeded', 'shipping.status.updated'];
  return cottontree.webhooks.create({ url, events, description: 'The example shop' });
}

server.listen(port, '127.0.0.1');
await once(server, 'listening');
const { port: taken } = server.address();
const endpoint = await registered(taken);
console.log(`${name} is open at http://127.0.0.1:${taken}`);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    if (endpoint.id !== null) await cottontree.webhooks.delete(endpoint.id).catch(console.error);
    server.closeAllConnections();
    server.close();
  });
