import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyEvents } from '../../server/src/modules/events/index.ts';
import { readSnapshot } from '../../server/src/store/index.ts';
import { ask, requestBytes } from './load.ts';
import type { Service } from './service.ts';

/** One hot event: whose, with one ticket type of which there are enough. */
export type TicketSale = {
  readonly merchantId: string;
  readonly key: string;
  readonly eventId: string;
  readonly typeId: string;
};

const TICKETS = 1_000_000;
const TRIES_MAX = 50;
/** Facts are thrown away between two measurements, so nobody is told of them. */
const OF_MESSAGES = /Told$|Message$/;
const PAUSE_MS = 100;

export async function openSale(service: Service): Promise<TicketSale> {
  const { id: merchantId, key } = await service.merchant();
  const body = {
    name: 'Rush',
    start_date: '2099-12-20T18:00:00Z',
    end_date: '2099-12-20T23:00:00Z',
    status: 'published',
    hold_minutes: 60,
    ticket_types: [{ name: 'Regular', price: 100, quantity_available: TICKETS }],
  };
  const bytes = requestBytes({ method: 'POST', path: '/v1/events', key, body: JSON.stringify(body) });
  let made = await ask(service.port, bytes);
  // A server that has just started on a busy machine takes nothing in for a moment.
  for (let tried = 0; made.status === 503 && tried < TRIES_MAX; tried += 1) {
    await pause(PAUSE_MS);
    made = await ask(service.port, bytes);
  }
  if (made.status !== 201) throw new Error(`The event could not be made (${made.status}): ${made.body}`);
  const { data } = JSON.parse(made.body) as {
    readonly data: { readonly id: string; readonly ticket_types: readonly { readonly id: string }[] };
  };
  return { merchantId, key, eventId: data.id, typeId: data.ticket_types[0]?.id ?? '' };
}

/** One buyer's order: held, or with the cash on the table. */
export function orderBytes(
  { key, eventId, typeId }: TicketSale,
  {
    quantity = 1,
    payment,
  }: { readonly quantity?: number; readonly payment?: { readonly method: 'cash' } } = {},
): Buffer {
  const body = {
    items: [{ ticket_type_id: typeId, quantity }],
    buyer: { name: 'Fatmata Koroma', phone: '+23276555123' },
    ...(payment ? { payment } : {}),
  };
  return requestBytes({
    method: 'POST',
    path: `/v1/events/${eventId}/orders`,
    key,
    body: JSON.stringify(body),
  });
}

/** Throws where anything that is promised of sales does not hold in the data. */
export async function checkExact(service: Service): Promise<void> {
  const broken = (await readSnapshot(service.connection, verifyEvents)).filter(
    ({ check }) => !OF_MESSAGES.test(check),
  );
  if (broken.length > 0) throw new Error(`The sale is not exact: ${JSON.stringify(broken)}`);
}

/** Writes what a sale costs at least as a script: counters, order and message in one statement, one sale a commit. */
export async function writeSaleScript(
  folder: string,
  { merchantId, eventId, typeId }: TicketSale,
): Promise<string> {
  // pgbench takes a colon and what stands behind it for a variable.
  const line = JSON.stringify([
    {
      ticket_type_id: typeId,
      name: 'Regular',
      quantity: 1,
      unit_price: '10000',
      discount: '0',
      total: '10000',
      admits: 1,
      valid_from: null,
      valid_until: null,
      counters: [eventId, typeId],
      taken: 1,
    },
  ]).replaceAll(':', ': ');
  const key = `merchant_id = '${merchantId}' AND livemode = false`;
  const sql = `WITH event AS (UPDATE capacity_counters SET held = held + 1 WHERE ${key} AND event_id = '${eventId}' AND id = '${eventId}' AND open RETURNING id),
    taken AS (UPDATE capacity_counters SET held = held + 1 WHERE ${key} AND event_id = '${eventId}' AND id = '${typeId}' AND open AND held + sold < capacity AND EXISTS (SELECT FROM event) RETURNING id),
    made AS (INSERT INTO ticket_orders (merchant_id, livemode, id, event_id, order_number, version, sequence, change_id, status, channel, lines, attendees, currency, subtotal, discount, fees, tax, total, amount_refunded, promo_uses, client_secret_hash,
        extended, expires_at, metadata, created_at, updated_at)
      SELECT '${merchantId}', false, 'tor_' || (:number)::text, '${eventId}', 'B-' || (:number)::text, 1, 1, 'bench', 'held', 'web', '${line}', '[]', 'SLE', 10000, 0, 0, 0, 10000, 0, 0, '\\x00', false, now() + interval '1 hour', '{}', now(), now() FROM taken RETURNING id)
    INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) SELECT '${merchantId}', false, 'ticket_order.held', id, 1, '{}', now() FROM made`;
  const script = join(folder, 'sale.sql');
  await writeFile(script, `\\set number random(1, 9000000000000000)\n${sql.replaceAll(/\s+/g, ' ')};\n`);
  return script;
}
