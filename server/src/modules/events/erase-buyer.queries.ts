import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../store/index.ts';

/** `email` in small letters. */
const PERSON = { merchant_id: 'text', livemode: 'bool', phone: 'text?', email: 'text?' } as const;
const ownOf = (table: string): string =>
  `${table}.merchant_id = :merchant_id AND ${table}.livemode = :livemode`;
const isTheirs = (phone: string, email: string): string =>
  `coalesce(${phone} = :phone OR lower(${email}) = :email, false)`;
const IS_ATTENDEE = isTheirs(`a.one ->> 'phone'`, `a.one ->> 'email'`);
const NOBODY = `'{"name": null, "phone": null, "email": null, "answers": {}}'`;

/**
 * Who bought, and who comes with the order: the person, and whoever the person named by nothing that others could be
 * reached by. What was bought, paid and is held stays. Locks orders before tickets, as a sale does.
 */
const eraseOrders = statement({
  name: 'erase.ordersOfBuyer',
  params: { ...PERSON, at: 'timestamptz' },
  row: { id: 'text', order_number: 'text', bought: 'bool' },
  sql: `UPDATE ticket_orders o SET version = o.version + 1, updated_at = greatest(o.updated_at, :at),
          buyer_name = CASE WHEN f.bought THEN NULL ELSE o.buyer_name END, buyer_phone = CASE WHEN f.bought THEN NULL ELSE o.buyer_phone END, buyer_email = CASE WHEN f.bought THEN NULL ELSE o.buyer_email END,
          attendees = (SELECT coalesce(jsonb_agg(CASE WHEN ${IS_ATTENDEE} OR f.bought AND coalesce(a.one ->> 'phone', a.one ->> 'email') IS NULL THEN a.one || ${NOBODY} ELSE a.one END ORDER BY a.place), '[]')
            FROM jsonb_array_elements(o.attendees) WITH ORDINALITY AS a (one, place))
        FROM (
          SELECT q.id, ${isTheirs('q.buyer_phone', 'q.buyer_email')} AS bought FROM ticket_orders q
          WHERE ${ownOf('q')} AND (q.buyer_phone = :phone OR lower(q.buyer_email) = :email OR EXISTS (SELECT FROM jsonb_array_elements(q.attendees) AS a (one) WHERE ${IS_ATTENDEE}))
          ORDER BY q.id FOR UPDATE
        ) f WHERE ${ownOf('o')} AND o.id = f.id RETURNING o.id, o.order_number, f.bought`,
});

/** A ticket that was handed on is its new holder's. Its code stays good; doors learn of the change as of any other. */
const eraseTickets = statement({
  name: 'erase.ticketsOfHolder',
  params: { ...PERSON, order_ids: 'text[]', at: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE tickets t SET version = t.version + 1, updated_at = greatest(t.updated_at, :at), holder_name = NULL, holder_phone = NULL, holder_email = NULL, answers = '{}'
        FROM (
          SELECT q.id FROM tickets q WHERE ${ownOf('q')} AND (q.holder_phone = :phone OR lower(q.holder_email) = :email
            OR q.order_id = ANY (:order_ids) AND q.link_token IS NULL AND num_nonnulls(q.holder_phone, q.holder_email) = 0 AND (q.holder_name IS NOT NULL OR q.answers <> '{}'))
          ORDER BY q.id FOR UPDATE
        ) f WHERE ${ownOf('t')} AND t.id = f.id RETURNING t.id`,
});

/** Nobody waits who cannot be told. What was held for them stays held, and is paid or let go like any other order. */
const dropEntries = statement({
  name: 'erase.waitlistEntries',
  params: PERSON,
  row: { id: 'text' },
  sql: `DELETE FROM waitlist_entries w USING (
          SELECT q.event_id, q.id FROM waitlist_entries q WHERE ${ownOf('q')} AND (q.phone = :phone OR lower(q.email) = :email) ORDER BY q.id FOR UPDATE
        ) f WHERE ${ownOf('w')} AND w.event_id = f.event_id AND w.id = f.id RETURNING w.id`,
});

type Person = { readonly phone: string | null; readonly email: string | null; readonly at: Date };
type Document = { readonly id: string; readonly number: string };

/** Forgets who bought tickets, holds them and waits for them; says which orders they had bought, and where they waited. */
export async function eraseBuyer(tx: Runner, tenant: Tenant, person: Person): Promise<readonly Document[]> {
  const { phone, at } = person;
  const email = person.email?.toLowerCase() ?? null;
  if (phone === null && email === null) return [];
  const who = { ...keyOf(tenant), phone, email };
  const bought = (await tx.run(eraseOrders, { ...who, at })).filter((order) => order.bought);
  await tx.run(eraseTickets, { ...who, order_ids: bought.map(({ id }) => id), at });
  const entries = await tx.run(dropEntries, who);
  return [
    ...bought.map(({ id, order_number }) => ({ id, number: order_number })),
    ...entries.map(({ id }) => ({ id, number: id })),
  ];
}
