import type { Client } from '@cottontree/client';
import type { EventKind } from '@cottontree/contract';
import { MADE_BY, REASON, type Recipe, type Triggered } from './recipe.ts';

const CUSTOMER = { name: 'Aminata Sesay', email: 'aminata@example.com', phone: '+23276555100' } as const;
/** A wallet of the test provider that never answers by itself. */
const WAITS = '+23200000010';

/** How the kinds about invoices come about. */
export const invoiceRecipes = {
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
