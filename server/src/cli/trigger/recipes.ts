import type { Client } from '@cottontree/client';
import type { EventKind } from '@cottontree/contract';
import { announce, MADE_BY, order, REASON, type Recipe, type Triggered } from './recipe.ts';
import { paymentRecipes } from './payment-recipes.ts';
import { shopRecipes } from './shop-recipes.ts';
import { ticketRecipes } from './ticket-recipes.ts';

const PARCEL = {
  pickup_city: 'Freetown',
  delivery_city: 'Lumley',
  delivery_address: '12 Wilkinson Road',
  recipient_phone: '+23276555100',
  metadata: MADE_BY,
} as const;

/** How the kinds about parcels come about. */
const shippingRecipes = {
  'shipping.delivery.created': (client) => create(client),
  'shipping.status.updated': (client) => assign(client),
  'shipping.driver.changed': async (client) => {
    const { did, job_number } = await assign(client);
    await client.unassignDelivery({ params: { jobNumber: job_number }, body: { reason: REASON } });
    return { did: [...did, 'Took it from its driver.'], job_number };
  },
  'shipping.milestone':
    "It happens when a courier comes to a stop, or near the recipient: arrive, or report positions, with a courier's session.",
  'shipping.attempt.failed':
    "It happens when a courier reports a failed try: do so with a courier's session.",
  'shipping.cod.updated': async (client) => {
    const { did, job_number } = await create(client, { cod_amount: 1 });
    await client.advanceDelivery({ params: { jobNumber: job_number }, body: { to_status: 'delivered' } });
    return { did: [...did, 'Moved it on to delivered, and its cash was collected.'], job_number };
  },
  'shipping.claim.updated': async (client) => {
    const { did, job_number } = await create(client);
    const { data } = await client.createClaim({ body: { job_number, type: 'overcharged', amount: 1 } });
    await client.withdrawClaim({ params: { id: data.id } });
    return { did: [...did, 'Claimed that it cost too much.', 'Withdrew the claim.'], job_number };
  },
  'shipping.code.reissued': async (client) => {
    const { did, job_number } = await create(client);
    await client.reissueCode({ params: { jobNumber: job_number }, body: { type: 'delivery' } });
    return { did: [...did, 'Made its delivery code anew.'], job_number };
  },
} as const satisfies Readonly<Partial<Record<EventKind, Recipe | string>>>;

const CUSTOMER = { name: 'Aminata Sesay', email: 'aminata@example.com', phone: '+23276555100' } as const;
/** A wallet of the test provider that never answers by itself. */
const WAITS = '+23200000010';

/** How the kinds about invoices come about. */
const invoiceRecipes = {
  'invoice.created': (client) => write(client, { finalize: false }),
  'invoice.updated': (client) => write(client),
  'invoice.sent': (client) =>
    withInvoice(client, 'Sent it.', (params) =>
      client.sendInvoice({ params, body: { channels: ['email'] } }),
    ),
  'invoice.viewed':
    "It happens when somebody opens an invoice's page for the first time: open the hosted_url of one that is open.",
  'invoice.partially_paid': (client) =>
    withInvoice(client, 'Paid a part of it in cash.', (params) =>
      client.payInvoice({ params, body: { channel: 'cash', amount: 1 } }),
    ),
  'invoice.paid': (client) =>
    withInvoice(client, 'Paid it in cash.', (params) =>
      client.payInvoice({ params, body: { channel: 'cash' } }),
    ),
  'invoice.reminded': (client) =>
    withInvoice(client, 'Reminded its customer.', (params) =>
      client.remindInvoice({ params, body: { channels: ['email'] } }),
    ),
  'invoice.overdue': async (client) => {
    const { did, invoice_id } = await write(client, { issue_date: '2020-01-01', due_date: '2020-01-02' });
    return { did: [...did, 'It was due in 2020.'], invoice_id };
  },
  'invoice.voided': (client) =>
    withInvoice(client, 'Voided it.', (params) => client.voidInvoice({ params, body: { reason: REASON } })),
  'invoice.payment_failed': (client) =>
    withInvoice(client, 'Tried to pay it, and the payment failed.', async (params) => {
      const { data } = await client.payInvoice({ params, body: { channel: 'mobile_money', phone: WAITS } });
      await client.simulatePayment({ params: { id: data.id }, body: { outcome: 'failed' } });
    }),
  'credit_note.created': async (client) => {
    const { did, invoice_id } = await write(client);
    const { data } = await client.createCreditNote({
      params: { id: invoice_id },
      body: { amount: 1, reason: REASON },
    });
    return { did: [...did, `Credited a part of it by ${data.id}.`], invoice_id, credit_note_id: data.id };
  },
  'credit_note.updated':
    'It happens when the money of a credit note has gone back, or could not: pay an invoice by a wallet of the test provider, and credit it with refund.',
} as const satisfies Readonly<Partial<Record<EventKind, Recipe | string>>>;

/** How the kinds about events, their orders and who waits come about. */
const eventRecipes = {
  'event.created': async (client) => about(await announce(client)),
  'event.updated': async (client) => {
    const { did, event_id } = await announce(client);
    await client.updateEvent({ params: { id: event_id }, body: { venue: 'National Stadium' } });
    return { did: [...did, 'Moved it to the National Stadium.'], event_id };
  },
  'event.published': (client) => move(client, 'published'),
  'event.cancelled': (client) => move(client, 'cancelled'),
  'event.completed': async (client) => {
    const { did, event_id } = await move(client, 'published');
    await client.updateEvent({
      params: { id: event_id },
      body: { start_date: '2020-12-20', status: 'completed' },
    });
    return { did: [...did, 'Let it have begun in 2020, and completed it.'], event_id };
  },
  'ticket_type.low_stock': async (client) => told(await order(client, { quantity: 10, count: 9 })),
  'ticket_type.sold_out': async (client) => told(await order(client, { quantity: 1 })),
  'ticket_order.held': async (client) => told(await order(client, { paid: false })),
  'ticket_order.paid': async (client) => told(await order(client)),
  'ticket_order.expired': async (client) => {
    const { did, ...ordered } = told(await order(client, { paid: false, hold_minutes: 1 }));
    return { did: [...did, 'Nobody pays for it: it expires in a minute.'], ...ordered };
  },
  'ticket_order.cancelled': async (client) => {
    const { did, event_id, order_id } = told(await order(client, { paid: false }));
    await client.cancelTicketOrder({ params: { id: order_id } });
    return { did: [...did, 'Cancelled it.'], event_id, order_id };
  },
  'ticket_order.refunded': async (client) => {
    const { did, event_id, order_id } = told(await order(client));
    await client.refundTicketOrder({ params: { id: order_id }, body: { reason: REASON } });
    return { did: [...did, 'Refunded it.'], event_id, order_id };
  },
  'waitlist.offered': offerToWaiting,
} as const satisfies Readonly<Partial<Record<EventKind, Recipe | string>>>;

/** How a kind of event comes about; a sentence where it cannot be made to. */
export function recipeOf(kind: EventKind): Recipe | string {
  return RECIPES[kind];
}

const RECIPES: Readonly<Record<EventKind, Recipe | string>> = {
  ...shippingRecipes,
  ...eventRecipes,
  ...ticketRecipes,
  ...paymentRecipes,
  ...invoiceRecipes,
  ...shopRecipes,
  'webhooks.endpoint.failing': 'It happens when one of your endpoints has failed for days.',
  'webhooks.endpoint.disabled':
    'It happens when one of your endpoints has failed for five days, or answers 410 to every attempt of a message.',
  'webhooks.endpoint.moved': 'It happens when one of your endpoints is given another url.',
  'webhook.test': testEndpoints,
};

/** Tests go straight to an endpoint's address, so an endpoint that is only polled gets none. */
async function testEndpoints(client: Client): Promise<Triggered> {
  const active = [];
  for await (const endpoint of client.each('listWebhooks'))
    if (endpoint.status === 'active') active.push(endpoint);
  if (active.length === 0)
    throw new Error(
      'There is no active endpoint to send a test to: register one with POST /v1/webhooks. What is only polled, as by listen, gets no tests.',
    );
  const results = [];
  for (const { id, url } of active) {
    const { data } = await client.testWebhook({ params: { id } });
    results.push({
      id: data.delivery_id,
      sentence: `Sent a test to ${url}: ${data.response_status === null ? (data.hint ?? 'no answer') : `it answered ${data.response_status}`}`,
    });
  }
  return {
    did: results.map(({ sentence }) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)),
    delivery_ids: results.map(({ id }) => id),
  };
}

async function offerToWaiting(client: Client): Promise<Triggered> {
  const held = await order(client, { quantity: 1, paid: false });
  const { did, event_id, order_id } = told(held);
  const ticket_type_id = held.order.items[0]?.ticket_type_id ?? '';
  await client.joinWaitlist({
    params: { id: event_id },
    body: { ticket_type_id, name: 'Isatu Sesay', phone: '+23276555101' },
  });
  await client.cancelTicketOrder({ params: { id: order_id } });
  return {
    did: [...did, 'Put somebody on the waiting list.', 'Cancelled the order: what it held is on offer.'],
    event_id,
  };
}

async function move(
  client: Client,
  status: 'published' | 'cancelled',
): Promise<Triggered & { readonly event_id: string }> {
  const { did, event_id } = await announce(client);
  await client.updateEvent({ params: { id: event_id }, body: { status } });
  return { did: [...did, `Moved it on to ${status}.`], event_id };
}

function about({ did, event_id }: Awaited<ReturnType<typeof announce>>): Triggered {
  return { did, event_id };
}

function told({
  did,
  event_id,
  order: { id },
}: Awaited<ReturnType<typeof order>>): Triggered & { readonly event_id: string; readonly order_id: string } {
  return { did, event_id, order_id: id };
}

type Written = Triggered & { readonly invoice_id: string };

async function write(
  client: Client,
  more: { readonly finalize?: boolean; readonly issue_date?: string; readonly due_date?: string } = {},
): Promise<Written> {
  const { data } = await client.createInvoice({
    body: {
      customer: CUSTOMER,
      items: [{ description: 'Posters, A2', quantity: 20, unit_price: 15 }],
      finalize: true,
      metadata: MADE_BY,
      ...more,
    },
  });
  return { did: [`Wrote the invoice ${data.number ?? data.id}.`], invoice_id: data.id };
}

async function withInvoice(
  client: Client,
  sentence: string,
  work: (params: { readonly id: string }) => Promise<unknown>,
): Promise<Written> {
  const { did, invoice_id } = await write(client);
  await work({ id: invoice_id });
  return { did: [...did, sentence], invoice_id };
}

type Parcel = { readonly did: readonly string[]; readonly job_number: string };

async function create(client: Client, more: { readonly cod_amount?: number } = {}): Promise<Parcel> {
  const { data } = await client.createDelivery({ body: { ...PARCEL, ...more } });
  return { did: [`Created the delivery ${data.job_number}.`], job_number: data.job_number };
}

async function assign(client: Client): Promise<Parcel> {
  const { did, job_number } = await create(client);
  await client.advanceDelivery({ params: { jobNumber: job_number }, body: { to_status: 'assigned' } });
  return { did: [...did, 'Moved it on to assigned.'], job_number };
}
