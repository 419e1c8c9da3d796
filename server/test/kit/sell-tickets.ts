import { encodeId, makeId, makeTicketCode } from '@cottontree/contract';
import { randomBytes } from 'node:crypto';
import type { TestService } from './service.ts';

export type SoldTickets = {
  readonly eventId: string;
  readonly typeId: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly ticketIds: readonly string[];
};

type ProbeInput = {
  readonly merchantId: string;
  readonly livemode?: boolean;
  readonly count?: number;
  readonly holderName?: string | null;
  readonly holderPhone?: string | null;
  readonly buyerPhone?: string | null;
  readonly buyerEmail?: string | null;
  readonly eventName?: string;
};

/** Tickets as a sale leaves them, for tests of what comes after it. */
export async function sellTickets(
  { query }: Pick<TestService, 'query'>,
  input: ProbeInput,
): Promise<SoldTickets> {
  const {
    merchantId,
    livemode = false,
    count = 1,
    holderName = 'Fatmata Koroma',
    holderPhone = null,
    buyerPhone = '+23278234567',
    buyerEmail = 'fatmata@example.sl',
    eventName = 'Freetown Jazz',
  } = input;
  const now = new Date();
  const [eventId, orderId] = [
    makeId('evt_', now.getTime(), randomBytes(10)),
    makeId('tor_', now.getTime(), randomBytes(10)),
  ];
  const typeId = encodeId('tt_', randomBytes(16));
  const orderNumber = `ORD-${randomBytes(4).toString('hex').toUpperCase()}`;
  await query(
    `INSERT INTO events (merchant_id, livemode, id, version, sequence, status, name, venue, address, start_date, end_date, time_zone, currency, max_tickets_per_order, hold_minutes, doors_open, re_entry, scan_policy, metadata, attendees_to_notify, created_at, updated_at, published_at)
     VALUES ($1, $2, $3, 1, 1, 'published', $4, 'National Stadium', 'Brookfields, Freetown', '2094-12-20T18:00:00Z', '2094-12-20T23:00:00Z', 'Africa/Freetown', 'SLE', 10, 10, '2094-12-20T17:00:00Z', 'none', '{}', '{}', false, $5, $5, $5)`,
    [merchantId, livemode, eventId, eventName, now],
  );
  await query(
    `INSERT INTO ticket_types (merchant_id, livemode, event_id, id, type_index, status, name, kind, price, min_per_order, admits, position, created_at, updated_at) VALUES ($1, $2, $3, $4, 0, 'active', 'VIP', 'fixed', 25050, 1, 1, 0, $5, $5)`,
    [merchantId, livemode, eventId, typeId, now],
  );
  await query(
    `INSERT INTO ticket_orders (merchant_id, livemode, id, event_id, order_number, version, sequence, change_id, status, channel, lines, attendees, buyer_name, buyer_phone, buyer_email, currency, subtotal, discount, fees, tax, total, amount_refunded, promo_uses, client_secret_hash, extended, expires_at, metadata, created_at, updated_at, paid_at)
     VALUES ($1, $2, $3, $4, $5, 1, 1, $3, 'paid', 'web', '[]', '[]', 'Fatmata Koroma', $6, $7, 'SLE', $8::bigint, 0, 0, 0, $8::bigint, 0, 0, '\\x00', false, $9, '{}', $9, $9, $9)`,
    [merchantId, livemode, orderId, eventId, orderNumber, buyerPhone, buyerEmail, 25_050 * count, now],
  );
  const ticketIds: string[] = [];
  for (let line = 0; line < count; line += 1) {
    const id = makeId('tkt_', now.getTime(), randomBytes(10));
    ticketIds.push(id);
    await query(
      `INSERT INTO tickets (merchant_id, livemode, id, event_id, ticket_type_id, order_id, line, status, version, sequence, qr_id, code, epoch, price, holder_name, holder_phone, answers, admits, issued_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'valid', 1, 1, $8, $9, 0, 25050, $10, $11, '{}', 1, $12, $12)`,
      [
        merchantId,
        livemode,
        id,
        eventId,
        typeId,
        orderId,
        line,
        randomBytes(12),
        makeTicketCode(randomBytes(9)),
        holderName,
        holderPhone,
        new Date(now.getTime() + line),
      ],
    );
  }
  return { eventId, typeId, orderId, orderNumber, ticketIds };
}
