import { requestBytes } from '../parts/load.ts';
import { freePort } from '../parts/installed.ts';
import { PRODUCTS, saleItems, STOCK } from '../parts/till-sale.ts';
import { startPeer } from './peer-process.ts';
import { countVendureOrders } from './peers.queries.ts';
import type { Peer, Place, Shop } from './shop.ts';

const USER = { identifier: 'superadmin', password: 'bench of peers' };

/** No customer and no shipping, as at a till; both are options of its own order process. */
const START = `const { bootstrap, configureDefaultOrderProcess, DefaultLogger, dummyPaymentHandler, LogLevel } = require('@vendure/core');
const { database, port, user } = JSON.parse(process.env.PEER);
bootstrap({
  logger: new DefaultLogger({ level: LogLevel.Error }),
  apiOptions: { hostname: '127.0.0.1', port },
  authOptions: { tokenMethod: 'bearer', superadminCredentials: user },
  dbConnectionOptions: { type: 'postgres', host: database.host, port: database.port, username: database.user, database: database.database, synchronize: true },
  orderOptions: { process: [configureDefaultOrderProcess({ arrangingPaymentRequiresCustomer: false, arrangingPaymentRequiresShipping: false })] },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
}).catch((error) => {
  console.error(error);
  process.exit(1);
});
`;
const LIST = `{ products(options: { take: ${PRODUCTS} }) { totalItems items { id name slug variants { id name sku priceWithTax currencyCode } } } }`;
const SELL = `mutation ($items: [AddItemInput!]!) {
  addItemsToOrder(inputs: $items) { errorResults { ... on ErrorResult { message } } }
  transitionOrderToState(state: "ArrangingPayment") { ... on Order { state } ... on ErrorResult { message } }
  addPaymentToOrder(input: { method: "cash", metadata: {} }) { ... on Order { id code state totalWithTax lines { quantity linePriceWithTax } } ... on ErrorResult { message } }
}`;

export const vendure: Peer = {
  name: 'Vendure',
  listing: 'products of the shop API',
  selling:
    'one request of three mutations: items, state, dummy payment that settles; one session a client, no customer, no shipping',
  dependencies: { '@vendure/core': '3.7.3', pg: '8.23.1' },
  files: { 'start.cjs': START },
  open,
};

async function open(place: Place): Promise<Shop & AsyncDisposable> {
  const port = await freePort();
  const running = await startPeer(
    {
      folder: place.folder,
      args: ['start.cjs'],
      environment: {
        PEER: JSON.stringify({ database: place.database, port, user: USER }),
        VENDURE_DISABLE_TELEMETRY: 'true',
      },
    },
    { port, path: '/health' },
  );
  const variantIds = await fill(port);
  const tokens = new Map<number, string>();
  const list = bytes({ query: LIST });
  let sold = 0;
  return {
    port,
    pid: running.pid,
    async list(visit) {
      const body = await visit.ask(list);
      if (!body.startsWith(`{"data":{"products":{"totalItems":${PRODUCTS},`))
        throw new Error(body.slice(0, 300));
      return true;
    },
    async sell(visit, client) {
      const token = tokens.get(client) ?? (await beginSession(port));
      tokens.set(client, token);
      sold += 1;
      const items = saleItems(variantIds, sold).map(({ variant_id, quantity }) => ({
        productVariantId: variant_id,
        quantity,
      }));
      const body = await visit.ask(bytes({ query: SELL, variables: { items } }, token));
      if (!body.includes('"state":"PaymentSettled"')) throw new Error(body.slice(0, 300));
      return true;
    },
    sold: () => countVendureOrders(place),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

type Question = { readonly query: string; readonly variables?: object };

function bytes(question: Question, key?: string): Buffer {
  const asked = { method: 'POST', path: '/shop-api', body: JSON.stringify(question) };
  return requestBytes(key === undefined ? asked : { ...asked, key });
}

/** Before the first sale, for the request that begins a session cannot place an order in it. */
async function beginSession(port: number): Promise<string> {
  return (await graphql(port, { path: '/shop-api', query: '{ activeOrder { id } }' })).token;
}

type Made = Readonly<Record<string, { readonly id: string }>>;

async function graphql(
  port: number,
  { path, token = '', ...question }: Question & { readonly path: string; readonly token?: string },
): Promise<{ readonly token: string; readonly data: Made }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(question),
  });
  const answer = (await response.json()) as { readonly data?: Made; readonly errors?: unknown };
  if (answer.errors !== undefined || answer.data === undefined)
    throw new Error(`${question.query} answered ${JSON.stringify(answer).slice(0, 300)}`);
  return { token: response.headers.get('vendure-auth-token') ?? token, data: answer.data };
}

/** A country, a tax, a way to pay and the products; the ids of their variants. */
async function fill(port: number): Promise<readonly string[]> {
  const { token } = await graphql(port, {
    path: '/admin-api',
    query: `mutation { login(username: "${USER.identifier}", password: "${USER.password}") { ... on CurrentUser { id } } }`,
  });
  const make = async (field: string, type: string, input: unknown): Promise<string> => {
    const query = `mutation ($input: ${type}) { ${field}(input: $input) { ${field === 'updateChannel' ? '... on Channel { id }' : 'id'} } }`;
    const { data } = await graphql(port, { path: '/admin-api', token, query, variables: { input } });
    const made = [data[field] ?? { id: '' }].flat();
    return made[0]?.id ?? '';
  };
  const named = (name: string): object => ({ languageCode: 'en', name, description: '' });
  const country = await make('createCountry', 'CreateCountryInput!', {
    code: 'SL',
    enabled: true,
    translations: [{ languageCode: 'en', name: 'Sierra Leone' }],
  });
  const zone = await make('createZone', 'CreateZoneInput!', { name: 'Sierra Leone', memberIds: [country] });
  const goods = await make('createTaxCategory', 'CreateTaxCategoryInput!', {
    name: 'Goods',
    isDefault: true,
  });
  const tax = { name: 'GST', enabled: true, value: 15, categoryId: goods, zoneId: zone };
  await make('createTaxRate', 'CreateTaxRateInput!', tax);
  const { data } = await graphql(port, { path: '/admin-api', token, query: '{ activeChannel { id } }' });
  await make('updateChannel', 'UpdateChannelInput!', {
    id: data['activeChannel']?.id,
    defaultTaxZoneId: zone,
    defaultShippingZoneId: zone,
    pricesIncludeTax: true,
  });
  await make('createPaymentMethod', 'CreatePaymentMethodInput!', {
    code: 'cash',
    enabled: true,
    handler: {
      code: 'dummy-payment-handler',
      arguments: [{ name: 'automaticSettle', value: 'true' }],
    },
    translations: [named('Cash')],
  });
  const variantIds: string[] = [];
  for (let n = 1; n <= PRODUCTS; n += 1) {
    const productId = await make('createProduct', 'CreateProductInput!', {
      enabled: true,
      translations: [{ ...named(`Product ${n}`), slug: `product-${n}` }],
    });
    variantIds.push(
      await make('createProductVariants', '[CreateProductVariantInput!]!', [
        {
          productId,
          sku: `P-${n}`,
          price: (10 + n) * 100,
          taxCategoryId: goods,
          stockOnHand: STOCK,
          trackInventory: 'TRUE',
          translations: [{ languageCode: 'en', name: `Product ${n}` }],
        },
      ]),
    );
  }
  return variantIds;
}
