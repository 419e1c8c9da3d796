import { freePort } from '../parts/installed.ts';
import { requestBytes } from '../parts/load.ts';
import { PRODUCTS, saleItems, STOCK } from '../parts/till-sale.ts';
import { runOnce, startPeer, type Command } from './peer-process.ts';
import { countMedusaOrders } from './peers.queries.ts';
import type { Peer, Place, Shop } from './shop.ts';

const VERSION = '2.21.2';
const USER = { email: 'bench@example.com', password: 'bench of peers' };
const COMMAND = 'node_modules/@medusajs/cli/cli.js';

/** The database is on a socket: its address is read by one half of Medusa in the URL, by the other here. */
const CONFIG = `const { defineConfig } = require('@medusajs/framework/utils');
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false, host: process.env.DATABASE_HOST } },
    workerMode: 'server',
    http: { storeCors: 'http://localhost', adminCors: 'http://localhost', authCors: 'http://localhost', jwtSecret: 'bench', cookieSecret: 'bench' },
  },
  admin: { disable: true },
});
`;

export const medusa: Peer = {
  name: 'Medusa',
  listing: 'products of the store API',
  selling:
    'four requests: cart with its items, payment collection, payment session, complete; authorized by its own provider and not captured, no shipping',
  dependencies: {
    '@medusajs/medusa': VERSION,
    '@medusajs/framework': VERSION,
    '@medusajs/cli': VERSION,
    '@medusajs/admin-sdk': VERSION,
  },
  files: { 'medusa-config.js': CONFIG },
  open,
};

async function open(place: Place): Promise<Shop & AsyncDisposable> {
  const { host, port: databasePort, user, database } = place.database;
  const medusa = (...args: readonly string[]): Command => ({
    folder: place.folder,
    args: [COMMAND, ...args],
    environment: {
      DATABASE_URL: `postgresql://${user}@localhost:${databasePort}/${database}?host=${host}`,
      DATABASE_HOST: host,
      MEDUSA_DISABLE_TELEMETRY: 'true',
      LOG_LEVEL: 'error',
    },
  });
  await runOnce(medusa('db:migrate'));
  await runOnce(medusa('user', '--email', USER.email, '--password', USER.password));
  const port = await freePort();
  const running = await startPeer(medusa('start', '--host', '127.0.0.1', '--port', String(port)), {
    port,
    path: '/health',
  });
  const { key, regionId, variantIds } = await fill(port);
  const headers = [`x-publishable-api-key: ${key}`];
  const send = (path: string, body: object): Buffer =>
    requestBytes({ method: 'POST', path: `/store/${path}`, headers, body: JSON.stringify(body) });
  const fields = 'id,title,handle,variants.id,variants.title,variants.sku,*variants.calculated_price';
  const list = requestBytes({
    method: 'GET',
    path: `/store/products?limit=${PRODUCTS}&region_id=${regionId}&fields=${fields}`,
    headers,
  });
  let sold = 0;
  return {
    port,
    pid: running.pid,
    async list(visit) {
      const body = await visit.ask(list);
      if (!body.includes(`"count":${PRODUCTS},`)) throw new Error(body.slice(0, 300));
      return true;
    },
    async sell(visit) {
      sold += 1;
      const cart = { region_id: regionId, items: saleItems(variantIds, sold) };
      const made = JSON.parse(await visit.ask(send('carts?fields=id', cart))) as Made;
      const cart_id = made['cart']?.id ?? '';
      const collection = await visit.ask(send('payment-collections?fields=id', { cart_id }));
      const id = (JSON.parse(collection) as Made)['payment_collection']?.id ?? '';
      const provider = { provider_id: 'pp_system_default' };
      await visit.ask(send(`payment-collections/${id}/payment-sessions?fields=id`, provider));
      const complete = send(`carts/${cart_id}/complete?fields=id,total,status`, {});
      const body = await visit.ask(complete).catch(refusal);
      if (body === null) return false;
      if (!body.startsWith('{"type":"order"')) throw new Error(body.slice(0, 300));
      return true;
    },
    sold: () => countMedusaOrders(place),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

/** Under a crowd its own lock on stock times out, and the cart is not completed. */
function refusal(error: unknown): null {
  if (error instanceof Error && error.message.includes('unknown_error')) return null;
  throw error;
}

type Made = Readonly<Record<string, { readonly id: string; readonly token?: string }>>;
type MadeProduct = {
  readonly product: {
    readonly variants: readonly {
      readonly id: string;
      readonly inventory_items: readonly { readonly inventory_item_id: string }[];
    }[];
  };
};
type Post = <Answer = Made>(path: string, body: object) => Promise<Answer>;

function poster(port: number, token = ''): Post {
  return async <Answer>(path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as Answer;
  };
}

type Filled = { readonly key: string; readonly regionId: string; readonly variantIds: readonly string[] };

/** A channel, a place, a region with its tax and the products, with a key to read them. */
async function fill(port: number): Promise<Filled> {
  const { token } = await poster(port)<{ readonly token: string }>('/auth/user/emailpass', USER);
  const post = poster(port, token);
  const channelId = (await post('/admin/sales-channels', { name: 'Shop' }))['sales_channel']?.id ?? '';
  const key = (await post('/admin/api-keys', { title: 'Shop', type: 'publishable' }))['api_key'];
  await post(`/admin/api-keys/${key?.id}/sales-channels`, { add: [channelId] });
  const locationId = (await post('/admin/stock-locations', { name: 'Shop' }))['stock_location']?.id ?? '';
  await post(`/admin/stock-locations/${locationId}/sales-channels`, { add: [channelId] });
  const region = await post('/admin/regions', {
    name: 'Here',
    currency_code: 'usd',
    countries: ['us'],
    payment_providers: ['pp_system_default'],
  });
  await post('/admin/tax-regions', {
    country_code: 'us',
    provider_id: 'tp_system',
    default_tax_rate: { rate: 15, code: 'GST', name: 'GST' },
  });
  const variantIds: string[] = [];
  for (let n = 1; n <= PRODUCTS; n += 1)
    variantIds.push(await fillProduct(post, n, { channelId, locationId }));
  return { key: key?.token ?? '', regionId: region['region']?.id ?? '', variantIds };
}

async function fillProduct(
  post: Post,
  n: number,
  { channelId, locationId }: { readonly channelId: string; readonly locationId: string },
): Promise<string> {
  const { product } = await post<MadeProduct>(
    '/admin/products?fields=id,*variants,*variants.inventory_items',
    {
      title: `Product ${n}`,
      status: 'published',
      options: [{ title: 'Kind', values: ['One'] }],
      sales_channels: [{ id: channelId }],
      variants: [
        {
          title: 'One',
          sku: `P-${n}`,
          manage_inventory: true,
          options: { Kind: 'One' },
          prices: [{ currency_code: 'usd', amount: 10 + n }],
        },
      ],
    },
  );
  const [variant] = product.variants;
  const item = `/admin/inventory-items/${variant?.inventory_items[0]?.inventory_item_id}`;
  await post(item, { requires_shipping: false });
  await post(`${item}/location-levels`, { location_id: locationId, stocked_quantity: STOCK });
  return variant?.id ?? '';
}
