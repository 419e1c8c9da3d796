import type { Client } from '@cottontree/client';
import { dataFields, eventCatalogue, eventKinds, type EventKind } from '@cottontree/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { openTestReceiver, type TestReceiver } from '../../../test/kit/open-receiver.ts';
import { recipeOf } from './recipes.ts';

type Thing = Readonly<Record<string, unknown>>;
type Read = (client: Client, told: Thing) => Promise<object | undefined>;

/** What nobody but people, tills or days can bring about. */
const UNTRIGGERED: readonly EventKind[] = [
  'shipping.milestone',
  'shipping.attempt.failed',
  'payout.paid',
  'payout.failed',
  'invoice.viewed',
  'credit_note.updated',
  'webhooks.endpoint.failing',
  'webhooks.endpoint.disabled',
  'webhooks.endpoint.moved',
  'provider_account.changed',
  'pos.inventory.oversold',
];
const TRIGGERED = eventKinds.filter((kind) => !UNTRIGGERED.includes(kind));
/** Longer than anything that a recipe leaves to time. */
const LATER_MS = 70_000;

const ajv = new Ajv2020({ allErrors: true, strict: false });
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/).addFormat('date', /^\d{4}-\d\d-\d\d$/);
let service: TestService;
let receiver: TestReceiver;

beforeAll(async () => {
  [service, receiver] = [await startService(), await openTestReceiver()];
  await service.driver();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await receiver.close();
});

/** A schema that refuses what it does not name, at every depth. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}

const idOf = (told: Thing): { readonly params: { readonly id: string } } => ({
  params: { id: String(told['id']) },
});

/** How what a message tells of is read, by the sort of its kind; sorts that tell of no one thing are left out. */
const READERS: Readonly<Record<string, Read>> = {
  event: async (client, told) => ({
    ...(await client.getEvent(idOf(told))).data,
    event_id: told['id'],
    ...('changed' in told ? { changed: told['changed'] } : {}),
  }),
  ticket_order: async (client, told) => ({
    ...(await client.listTicketOrders({ params: { id: String(told['event_id']) } })).data.find(
      ({ id }) => id === told['id'],
    ),
    tickets: told['tickets'],
  }),
  payment: async (client, told) => ({ ...(await client.getPayment(idOf(told))).data, client_secret: null }),
  refund: async (client, told) => (await client.getRefund(idOf(told))).data,
  payment_link: async (client, told) => (await client.getPaymentLink(idOf(told))).data,
  payout: async (client, told) => (await client.getPayout(idOf(told))).data,
  reconciliation: async (client, told) => (await client.getReconciliation(idOf(told))).data,
  invoice: async (client, told) => (await client.getInvoice(idOf(told))).data,
  credit_note: async (client, told) => (await client.getCreditNote(idOf(told))).data,
  customer: async (client, told) => (await client.getCustomer(idOf(told))).data,
  'pos.product': async (client, told) => (await client.getProduct(idOf(told))).data,
  'pos.sale': async (client, told) => (await client.getSale(idOf(told))).data,
  'pos.cash_session': async (client, told) => (await client.getCashSession(idOf(told))).data,
  'pos.inventory': async (client, told) =>
    (await client.listInventory({ query: { variant_id: String(told['variant_id']) } })).data[0],
};
const TICKETS: ReadonlySet<EventKind> = new Set<EventKind>([
  'ticket.issued',
  'ticket.transferred',
  'ticket.voided',
  'ticket.resent',
]);

function readerOf(kind: EventKind): Read | undefined {
  if (TICKETS.has(kind)) return async (client, told) => (await client.getTicket(idOf(told))).data;
  return READERS[kind.split('.').slice(0, -1).join('.')];
}

test('every kind is triggered, but for those that only people, tills or days bring about: these say how', () => {
  expect(eventKinds.filter((kind) => typeof recipeOf(kind) === 'string')).toEqual(
    eventKinds.filter((kind) => UNTRIGGERED.includes(kind)),
  );
  for (const kind of UNTRIGGERED) expect(recipeOf(kind), kind).toMatch(/^It happens when .+\.$/);
});

test.each(TRIGGERED)(
  '%s is sent with what the catalogue says, which is what is read',
  { timeout: 300_000 },
  async (kind) => {
    const { client } = await service.merchant();
    await client.createWebhook({ body: { url: receiver.url, events: [kind] } });
    const before = receiver.received.length;
    const recipe = recipeOf(kind);
    if (typeof recipe === 'string') throw new Error(recipe);
    const { did } = await recipe(client);
    for (const sentence of did) expect(sentence).toMatch(/^[A-Z].+\.$/);
    await service.drain();
    const read = await readNow(kind, client, receiver.received.slice(before).map(objectOf));
    service.advance(LATER_MS);
    await service.drain();

    const sent = receiver.received.slice(before);
    expect([...new Set(sent.map(({ headers }) => headers['x-service-event']))]).toEqual([kind]);
    for (const told of sent.map(objectOf)) {
      expect(ajv.validate(closed(eventCatalogue[kind].data) as object, told) ? '' : ajv.errorsText()).toBe(
        '',
      );
      expect(Object.keys(told)).toEqual(dataFields(kind));
    }
    for (const { told, thing } of read) expect(told).toEqual(thing);
  },
);

function objectOf({ body }: { readonly body: string }): Thing {
  return (JSON.parse(body) as { data: { object: Thing } }).data.object;
}

/** Beside each message what it tells of, as it is read now, where that has not changed since. */
async function readNow(
  kind: EventKind,
  client: Client,
  all: readonly Thing[],
): Promise<readonly { readonly told: Thing; readonly thing: object | undefined }[]> {
  const reader = readerOf(kind);
  if (!reader || kind.endsWith('.deleted')) return [];
  const pairs = await Promise.all(all.map(async (told) => ({ told, thing: await reader(client, told) })));
  return pairs.filter(
    ({ told, thing }) =>
      isSame(told, thing, 'version') && isSame(told, thing, 'seq') && isSame(told, thing, 'status'),
  );
}

function isSame(told: Thing, thing: object | undefined, field: string): boolean {
  return told[field] === (thing as Thing | undefined)?.[field];
}
