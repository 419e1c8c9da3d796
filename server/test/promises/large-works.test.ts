import { randomBytes, randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldMs } from '../kit/held-ms.ts';
import { openForeignClient, type ForeignClient } from '../kit/foreign-client.ts';
import {
  combedBorder,
  manyDeliveries,
  manySoldProducts,
  manyTickets,
  roundBorder,
} from '../kit/large-things.ts';
import { builtProgram } from '../kit/program.ts';
import { tell } from '../kit/seed.ts';
import { sellTickets } from '../kit/sell-tickets.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

/** What is promised, of processor time of the thread that answers. */
const HELD_MS_MAX = 50;
/** The first of its kind pays for what is compiled on the way, and collecting garbage falls to whoever comes next. */
const TRIES_MAX = 8;
const LINES_MAX = 200;
/** Of one import; more in one take statements longer than a busy machine has. */
const PRODUCTS = 400;
const WORK_MS_MAX = 600_000;

let service: TestService;
let shop: TestMerchant;
let client: ForeignClient;
const worst: { ms: number; what: string }[] = [];
/** What a report, a reconciliation, a manifest and a dry run may have at the most. */
const ROWS_MAX = 10_000;
const DRAWN_ZONES = 5;

const made = { saleId: '', invoiceId: '', orderId: '', eventId: '', productId: '', operator: '' };

const lines = Array.from({ length: LINES_MAX }, (_, at) => at);

/** Letters of every alphabet that documents show. */
const LETTERS = Array.from({ length: 1_200 }, (_, at) => String.fromCodePoint(0xa1 + at))
  .filter((letter) => /\p{L}/u.test(letter))
  .join('');
const named = (at: number, length: number): string =>
  LETTERS.slice((at * 97) % 700, ((at * 97) % 700) + length);

type Asked = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly accept?: string;
  readonly token?: string;
};
type Work = readonly [what: string, asked: () => Asked];
type Told = { readonly status: number; readonly text: string };

function send({
  method,
  path,
  body,
  type = 'application/json',
  accept = '*/*',
  token = shop.key,
}: Asked): Promise<Told> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept,
    'idempotency-key': randomUUID(),
    ...(body === undefined ? {} : { 'content-type': type }),
  };
  const bytes =
    body === undefined ? {} : { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
  return client.send({ url: service.baseUrl + path, method, headers, ...bytes });
}

/** Sends it until one try stays within the promise; answers how long the best of them held the loop. */
async function leastHeldMs(what: string, asked: () => Asked): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES_MAX && least >= HELD_MS_MAX; tries += 1) {
    const answered = send(asked());
    const held = await heldMs(answered);
    least = Math.min(least, held);
    const { status, text } = await answered;
    if (what.endsWith('as PDF')) expect(text).toMatch(/^%PDF-/);
    expect([200, 201], `${what}: ${text.slice(0, 600)}`).toContain(status);
  }
  worst.push({ ms: least, what });
  return least;
}

beforeAll(async () => {
  service = await startService({
    pressProgram: new URL('press.mjs', `${pathToFileURL(dirname(await builtProgram())).href}/`),
  });
  shop = await service.merchant();
  client = await openForeignClient();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  made.saleId = (
    await shop.client.createSale({
      body: {
        items: lines.map((at) => ({ custom_name: named(at, 60), unit_price: 10, quantity: 2 })),
        payments: [{ channel: 'cash' }],
      },
    })
  ).data.id;
  made.invoiceId = (
    await shop.client.createInvoice({
      body: {
        customer: { name: named(1, 100) },
        notes: LETTERS,
        terms: LETTERS,
        items: lines.map((at) => ({
          description: named(at, 200),
          unit_price: 5.5,
          quantity: 3,
          tax_rate: 15,
        })),
        finalize: true,
      },
    })
  ).data.id;
  ({ orderId: made.orderId } = await sellTickets(service, {
    merchantId: shop.id,
    count: 100,
    holderName: named(3, 80),
  }));
  made.operator = (await service.operator()).token;
  made.productId = (await shop.client.createProduct({ body: { name: 'Rice', price: 1 } })).data.id;
  made.eventId = await manyTickets({ service, shop }, ROWS_MAX);
  await manySoldProducts({ service, shop }, ROWS_MAX);
  await manyDeliveries({ service, shop }, 6_000);
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  worst.sort((one, other) => other.ms - one.ms);
  tell(
    `R21: worst turns of large works: ${worst
      .slice(0, 3)
      .map(({ ms, what }) => `${ms.toFixed(1)} ms of the processor (${what})`)
      .join(', ')}`,
  );
});

const offline = (at: number) => ({
  client_id: randomUUID(),
  receipt_number: `T01-${String(at).padStart(6, '0')}`,
  items: lines.slice(0, 60).map((line) => ({
    custom_name: `Item ${line}`,
    quantity: 2,
    unit_price: 1.5,
    taxes: [{ name: 'GST', rate: 15, inclusive: true }],
  })),
  payments: [{ channel: 'cash', tendered: 500 }],
  total: 180,
  occurred_at: service.server.runtime.context.world.now().toISOString(),
});
const csv = (rows: number): string =>
  `sku,name,price,barcode,tax_rate,stock\n${Array.from({ length: rows }, (_, at) => `SKU-${at},Product number ${at},15.50,,15,${at % 7}`).join('\n')}\n`;

const booked = () =>
  Array.from({ length: ROWS_MAX }, (_, at) => ({
    provider_ref: `TRF-${at}`,
    amount: 10 + (at % 50),
    currency: 'SLE',
    at: new Date(Date.now() - at * 1_000).toISOString(),
  }));
const PICTURE = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(5_000_000)]).toString(
  'base64',
);
let zones = 0;
const zone = (geometry: object): Asked => {
  zones += 1;
  return {
    method: 'POST',
    path: '/dispatch/zones',
    token: made.operator,
    body: { code: `DRAWN-${zones}`, name: `Drawn ${zones}`, kind: 'area', district: 'Bo', geometry },
  };
};

const WORKS: readonly Work[] = [
  [
    'a sale of the most lines',
    () => ({
      method: 'POST',
      path: '/pos/sales',
      body: {
        items: lines.map((at) => ({
          custom_name: `Item ${at}`,
          unit_price: 10.55,
          quantity: 3,
          discount: { type: 'percent', value: 7 },
        })),
        payments: [{ channel: 'cash' }],
      },
    }),
  ],
  [
    'a quote of a sale of the most lines',
    () => ({
      method: 'POST',
      path: '/pos/sales/quote',
      body: {
        items: lines.map((at) => ({
          custom_name: `Item ${at}`,
          unit_price: 10.55,
          quantity: 3,
          discount: { type: 'percent', value: 7 },
        })),
      },
    }),
  ],
  [
    'sales handed in, with as many lines as fit',
    () => ({ method: 'POST', path: '/pos/sync/sales', body: { sales: lines.slice(0, 100).map(offline) } }),
  ],
  [
    'an invoice of the most lines',
    () => ({
      method: 'POST',
      path: '/invoices',
      body: {
        customer: { name: 'Isatu' },
        items: lines.map((at) => ({
          description: `Work ${at}`,
          unit_price: 10.55,
          quantity: 2.5,
          taxes: Array.from({ length: 5 }, (_, tax) => ({ name: `Tax ${tax}`, rate: tax + 1 })),
        })),
        finalize: true,
      },
    }),
  ],
  ['a receipt as PDF', () => ({ method: 'GET', path: `/pos/sales/${made.saleId}/receipt?format=pdf` })],
  [
    'a receipt for a printer',
    () => ({ method: 'GET', path: `/pos/sales/${made.saleId}/receipt?format=escpos` }),
  ],
  ['a receipt as HTML', () => ({ method: 'GET', path: `/pos/sales/${made.saleId}/receipt?format=html` })],
  ['an invoice as PDF', () => ({ method: 'GET', path: `/invoices/${made.invoiceId}/pdf` })],
  [
    'an order of tickets as PDF',
    () => ({ method: 'GET', path: `/ticket-orders/${made.orderId}/tickets.pdf` }),
  ],
  ['a list of invoices', () => ({ method: 'GET', path: '/invoices?limit=100' })],
  ['a list of sales', () => ({ method: 'GET', path: '/pos/sales?limit=100' })],
  [
    'an import of many products, tried',
    () => ({ method: 'POST', path: '/pos/products/import', body: { csv: csv(PRODUCTS), dry_run: true } }),
  ],
  [
    'an import of many products',
    () => ({ method: 'POST', path: '/pos/products/import', body: { csv: csv(PRODUCTS) } }),
  ],
  ['what a till takes of them', () => ({ method: 'GET', path: '/pos/sync?limit=1000' })],
  ['a list of products', () => ({ method: 'GET', path: '/pos/products?limit=100' })],
  [
    'an import of the most products, tried',
    () => ({ method: 'POST', path: '/pos/products/import?dry_run=true', body: { csv: csv(ROWS_MAX) } }),
  ],
  [
    'a reconciliation of the most bookings',
    () => ({
      method: 'POST',
      path: '/reconciliation/imports',
      body: { provider: 'manual', transactions: booked() },
    }),
  ],
  [
    'what was reconciled as CSV',
    () => ({ method: 'GET', path: '/reconciliation/items?sort=created_at', accept: 'text/csv' }),
  ],
  ['a zone whose border goes to and fro', () => zone(combedBorder())],
  ...Array.from({ length: DRAWN_ZONES }, (_, at): Work => [
    `a zone of the most positions beside ${at} such`,
    () => zone(roundBorder(at)),
  ]),
  [
    'a list of zones with their borders',
    () => ({ method: 'GET', path: '/dispatch/zones?limit=100&q=drawn', token: made.operator }),
  ],
  ['a zone with its border', () => ({ method: 'GET', path: '/shipping/zones/DRAWN-2' })],
  [
    'a quote within them',
    () => ({ method: 'GET', path: '/shipping/quote?pickup_city=Freetown&delivery_lat=8&delivery_lng=-12' }),
  ],
  [
    'a rate card tried on past deliveries',
    () => ({
      method: 'POST',
      path: '/dispatch/rate-cards/1/preview',
      token: made.operator,
      body: { livemode: false },
    }),
  ],
  ['a report with the most groups', () => ({ method: 'GET', path: '/pos/reports/sales?group_by=product' })],
  [
    'a report with the most groups as CSV',
    () => ({ method: 'GET', path: '/pos/reports/sales?group_by=product', accept: 'text/csv' }),
  ],
  [
    'a manifest of many tickets',
    () => ({ method: 'GET', path: `/events/${made.eventId}/scan-manifest?human_codes=true` }),
  ],
  [
    'a manifest with names',
    () => ({ method: 'GET', path: `/events/${made.eventId}/scan-manifest?names=true` }),
  ],
  ['deliveries as CSV', () => ({ method: 'GET', path: '/shipping/deliveries', accept: 'text/csv' })],
  [
    'parcels tracked together',
    () => ({
      method: 'POST',
      path: '/shipping/bulk-track',
      body: { job_numbers: lines.slice(0, 100).map((at) => `SHP-0000-${String(at).padStart(4, '0')}`) },
    }),
  ],
];

test.each(WORKS)(
  '%s holds nobody up',
  async (what, asked) => {
    expect(await leastHeldMs(what, asked)).toBeLessThan(HELD_MS_MAX);
  },
  WORK_MS_MAX,
);

test(
  'a picture of the most bytes holds nobody up, though it is none',
  async () => {
    let least = Infinity;
    for (let tries = 0; tries < TRIES_MAX && least >= HELD_MS_MAX; tries += 1) {
      const answered = send({
        method: 'POST',
        path: `/pos/products/${made.productId}/image`,
        body: { image: PICTURE },
      });
      least = Math.min(least, await heldMs(answered));
      expect((await answered).status).toBe(400);
    }
    worst.push({ ms: least, what: 'a picture' });
    expect(least).toBeLessThan(HELD_MS_MAX);
  },
  WORK_MS_MAX,
);

test(
  'the description of the API holds nobody up, also when it is made',
  async () => {
    let least = Infinity;
    for (let tries = 0; tries < TRIES_MAX && least >= HELD_MS_MAX; tries += 1)
      least = Math.min(least, await heldByDescribingMs());
    worst.push({ ms: least, what: 'the description of the API, made' });
    expect(least).toBeLessThan(HELD_MS_MAX);
  },
  WORK_MS_MAX,
);

/** A service makes it once, so each try takes one of its own. */
async function heldByDescribingMs(): Promise<number> {
  await using fresh = await startService();
  const answered = client.send({
    url: `${fresh.baseUrl}/openapi.json`,
    method: 'GET',
    headers: {},
  });
  const held = await heldMs(answered);
  expect((await answered).status).toBe(200);
  return held;
}
