import { randomUUID } from 'node:crypto';
import type { Client } from '@cottontree/client';
import type { EventKind } from '@cottontree/contract';
import { MADE_BY, REASON, type Recipe, type Triggered } from './recipe.ts';

/** How the kinds about products, stock, sales, drawers and customers come about. */
export const shopRecipes = {
  'pos.product.created': async (client) => about(await shelve(client)),
  'pos.product.updated': async (client) => {
    const shelved = await shelve(client);
    await client.updateProduct({ params: { id: shelved.product_id }, body: { price: 16 } });
    return about(shelved, 'Changed its price.');
  },
  'pos.product.deleted': async (client) => {
    const shelved = await shelve(client);
    await client.deleteProduct({ params: { id: shelved.product_id } });
    return about(shelved, 'Deleted it.');
  },
  'pos.inventory.updated': async (client) => about(await stock(client, 10), 'Put ten on the shelf.'),
  'pos.inventory.low_stock': async (client) => {
    const shelved = await stock(client, 10, { low_stock_threshold: 5 });
    await count(client, shelved, -6);
    return about(shelved, 'Put ten on the shelf.', 'Lost six of them.');
  },
  'pos.inventory.oversold':
    'It happens when a till without network sells what is not there: hand such a sale in with POST /v1/pos/sync/sales.',
  'pos.sale.completed': (client) => sell(client),
  'pos.sale.voided': async (client) => {
    const { did, sale_id } = await sell(client);
    await client.voidSale({ params: { id: sale_id }, body: { reason: REASON } });
    return { did: [...did, 'Voided it.'], sale_id };
  },
  'pos.sale.refunded': async (client) => {
    const { did, sale_id } = await sell(client);
    await client.refundSale({ params: { id: sale_id }, body: { everything: true, reason: REASON } });
    return { did: [...did, 'Refunded it.'], sale_id };
  },
  'pos.receipt.sent': async (client) => {
    const { did, sale_id } = await sell(client);
    await client.sendSaleReceipt({ params: { id: sale_id }, body: { channel: 'sms', to: '+23276555100' } });
    return { did: [...did, 'Sent its receipt.'], sale_id };
  },
  'pos.cash_session.opened': (client) => openAndClose(client),
  'pos.cash_session.closed': (client) => openAndClose(client),
  'customer.created': async (client) => add(client),
  'customer.updated': async (client) => {
    const { did, customer_id } = await add(client);
    await client.updateCustomer({ params: { id: customer_id }, body: { notes: REASON } });
    return { did: [...did, 'Noted something about them.'], customer_id };
  },
  'customer.deleted': async (client) => {
    const { did, customer_id } = await add(client);
    await client.deleteCustomer({ params: { id: customer_id } });
    return { did: [...did, 'Deleted them.'], customer_id };
  },
} as const satisfies Readonly<Partial<Record<EventKind, Recipe | string>>>;

type Shelved = { readonly did: readonly string[]; readonly product_id: string; readonly variantId: string };

async function shelve(
  client: Client,
  more: { readonly low_stock_threshold?: number } = {},
): Promise<Shelved> {
  const { data } = await client.createProduct({
    body: { name: 'Ginger beer 33 cl', price: 15, metadata: MADE_BY, ...more },
  });
  return {
    did: [`Created the product ${data.id}.`],
    product_id: data.id,
    variantId: data.variants[0]?.id ?? '',
  };
}

async function stock(
  client: Client,
  quantity: number,
  more: { readonly low_stock_threshold?: number } = {},
): Promise<Shelved> {
  const shelved = await shelve(client, more);
  await count(client, shelved, quantity);
  return shelved;
}

async function count(client: Client, { variantId }: Shelved, delta: number): Promise<void> {
  await client.createStockAdjustment({
    body: {
      client_id: randomUUID(),
      items: [{ variant_id: variantId, delta, reason: delta > 0 ? 'initial' : 'loss' }],
    },
  });
}

async function sell(client: Client): Promise<Triggered & { readonly sale_id: string }> {
  const { data } = await client.createSale({
    body: {
      client_id: randomUUID(),
      items: [{ custom_name: 'Ginger beer 33 cl', unit_price: 15 }],
      payments: [{ channel: 'cash' }],
    },
  });
  return { did: [`Sold something for cash, ${data.id}.`], sale_id: data.id };
}

/** At a till of its own, which is taken away again, so that no drawer in use is touched. */
async function openAndClose(client: Client): Promise<Triggered> {
  const { data: till } = await client.createTerminal({ body: { name: 'cottontree trigger' } });
  const { data: session } = await client.openCashSession({
    body: { terminal_id: till.id, opening_float: 100 },
  });
  await client.closeCashSession({
    params: { id: session.id },
    body: { counted: [{ tender: 'cash', amount: 100 }] },
  });
  await client.deleteTerminal({ params: { id: till.id } });
  return { did: [`Opened a drawer, ${session.id}.`, 'Counted and closed it.'], cash_session_id: session.id };
}

async function add(client: Client): Promise<Triggered & { readonly customer_id: string }> {
  const { data } = await client.createCustomer({ body: { name: 'Fatmata Koroma', metadata: MADE_BY } });
  return { did: [`Added the customer ${data.id}.`], customer_id: data.id };
}

function about({ did, product_id }: Shelved, ...more: readonly string[]): Triggered {
  return { did: [...did, ...more], product_id };
}
