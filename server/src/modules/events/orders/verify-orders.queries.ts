import { check, type DatabaseReport } from '../../../store/index.ts';

const WHICH = (id: string, table: string): string =>
  `${id} || ' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
const KEY = (left: string, right: string): string =>
  `${left}.merchant_id = ${right}.merchant_id AND ${left}.livemode = ${right}.livemode`;
const SOLD = `('paid', 'partially_refunded', 'refunded')`;
/** A message is remembered for 31 days after its fact was written. */
const REMEMBERED = `interval '30 days'`;

/** What each order takes from each counter, as its lines say. */
const TAKEN = `SELECT o.merchant_id, o.livemode, o.event_id, k.counter_id, o.status, (l.line ->> 'taken')::int AS taken
  FROM ticket_orders o, jsonb_array_elements(o.lines) AS l (line), jsonb_array_elements_text(l.line -> 'counters') AS k (counter_id)`;
/** Tickets that count, by order and type. */
const COUNTING = `SELECT t.merchant_id, t.livemode, t.order_id, t.ticket_type_id, count(*) FILTER (WHERE t.status <> 'void') AS counting, count(*) AS issued, sum(t.price) AS price FROM tickets t GROUP BY 1, 2, 3, 4`;
const LINES = `SELECT o.merchant_id, o.livemode, o.id, o.status, l.line ->> 'ticket_type_id' AS ticket_type_id, sum((l.line ->> 'taken')::int) AS taken, sum((l.line ->> 'quantity')::int) AS quantity, sum((l.line ->> 'total')::bigint) AS total
  FROM ticket_orders o, jsonb_array_elements(o.lines) AS l (line) GROUP BY 1, 2, 3, 4, 5`;

/** What must hold of orders at every moment. */
export const orderChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.nothingIsOversold',
    `SELECT ${WHICH('c.id', 'c')} || ': ' || c.held || ' held and ' || c.sold || ' sold of ' || c.capacity FROM capacity_counters c WHERE c.held < 0 OR c.sold < 0 OR c.held + c.sold > c.capacity`,
  ),
  check(
    'verify.countersEqualOrders',
    `SELECT ${WHICH('c.id', 'c')} || ': counted ' || c.held || ' held and ' || c.sold || ' sold, orders have ' || coalesce(t.held, 0) || ' and ' || coalesce(t.sold, 0)
     FROM capacity_counters c LEFT JOIN (
       SELECT k.merchant_id, k.livemode, k.event_id, k.counter_id, sum(k.taken) FILTER (WHERE k.status IN ('held', 'awaiting_payment')) AS held, sum(k.taken) FILTER (WHERE k.status NOT IN ('held', 'awaiting_payment')) AS sold
       FROM (${TAKEN}) AS k GROUP BY 1, 2, 3, 4) AS t ON ${KEY('t', 'c')} AND t.event_id = c.event_id AND t.counter_id = c.id
     WHERE c.held <> coalesce(t.held, 0) OR c.sold <> coalesce(t.sold, 0)`,
  ),
  check(
    'verify.placesBelongToOpenOrders',
    `SELECT ${WHICH('l.id', 'l')} || ': ' || l.status || ' and takes ' || l.taken || ' of ' || l.quantity || ' places of ' || l.ticket_type_id FROM (${LINES}) AS l
     WHERE CASE WHEN l.status IN ('expired', 'cancelled', 'refund_pending') THEN l.taken <> 0 WHEN l.status IN ('held', 'awaiting_payment') THEN l.taken <> l.quantity ELSE l.taken < 0 OR l.taken > l.quantity END`,
  ),
  check(
    'verify.everyPlaceSoldHasItsTicket',
    `SELECT ${WHICH('l.id', 'l')} || ': ' || l.quantity || ' of ' || l.ticket_type_id || ' were sold, ' || coalesce(t.issued, 0) || ' issued, ' || coalesce(t.counting, 0) || ' count, ' || l.taken || ' places are taken'
     FROM (${LINES}) AS l LEFT JOIN (${COUNTING}) AS t ON ${KEY('t', 'l')} AND t.order_id = l.id AND t.ticket_type_id = l.ticket_type_id
     JOIN ticket_orders o ON ${KEY('o', 'l')} AND o.id = l.id
     WHERE coalesce(t.issued, 0) <> CASE WHEN o.paid_at IS NOT NULL THEN l.quantity ELSE 0 END OR coalesce(t.counting, 0) > l.taken`,
  ),
  check(
    'verify.ticketCountsEqualTickets',
    `SELECT ${WHICH('t.ticket_type_id', 't')} || ': counted ' || coalesce(c.counting, 0) || ' that count and ' || coalesce(c.void_admitted, 0) || ' that came in and are void, there are ' || t.counting || ' and ' || t.void_admitted
     FROM (SELECT merchant_id, livemode, event_id, ticket_type_id, count(*) FILTER (WHERE status <> 'void') AS counting, count(*) FILTER (WHERE status = 'void' AND used_at IS NOT NULL) AS void_admitted FROM tickets GROUP BY 1, 2, 3, 4) AS t
     LEFT JOIN ticket_counts c ON ${KEY('c', 't')} AND c.event_id = t.event_id AND c.ticket_type_id = t.ticket_type_id
     WHERE coalesce(c.counting, 0) <> t.counting OR coalesce(c.void_admitted, 0) <> t.void_admitted`,
  ),
  check(
    'verify.ticketsHaveTheirOrder',
    `SELECT ${WHICH('t.id', 't')} || ' has no paid order' FROM tickets t LEFT JOIN ticket_orders o ON ${KEY('o', 't')} AND o.id = t.order_id WHERE o.paid_at IS NULL`,
  ),
  check(
    'verify.ticketsCostWhatWasPaid',
    `SELECT ${WHICH('o.id', 'o')} || ': its tickets cost ' || t.price || ', ' || o.total || ' were paid' FROM ticket_orders o
     JOIN (SELECT merchant_id, livemode, order_id, sum(price) AS price FROM tickets GROUP BY 1, 2, 3) AS t ON ${KEY('t', 'o')} AND t.order_id = o.id WHERE t.price <> o.total`,
  ),
  check(
    'verify.linesAddUpToTheOrder',
    `SELECT ${WHICH('o.id', 'o')} || ': its lines cost ' || l.total || ', the order ' || o.total FROM ticket_orders o JOIN (SELECT merchant_id, livemode, id, sum(total) AS total FROM (${LINES}) AS l GROUP BY 1, 2, 3) AS l ON ${KEY('l', 'o')} AND l.id = o.id
     WHERE l.total <> o.total OR o.total <> o.subtotal - o.discount + o.fees + o.tax`,
  ),
  check(
    'verify.paidOrdersHaveOnePayment',
    `SELECT ${WHICH('o.id', 'o')} || ' is ' || o.status || ' and keeps ' || coalesce(p.kept, 0) || ' payments of ' || coalesce(p.amount, 0) FROM ticket_orders o
     LEFT JOIN (SELECT merchant_id, livemode, order_id, count(*) AS kept, sum(amount) AS amount FROM ticket_order_payments WHERE verdict = 'kept' GROUP BY 1, 2, 3) AS p ON ${KEY('p', 'o')} AND p.order_id = o.id
     WHERE CASE WHEN o.paid_at IS NOT NULL AND o.status IN ${SOLD} AND o.total > 0 THEN p.kept IS DISTINCT FROM 1 OR p.amount IS DISTINCT FROM o.total ELSE p.kept IS NOT NULL END`,
  ),
  check(
    'verify.keptPaymentsSucceeded',
    `SELECT ${WHICH('k.payment_id', 'k')} || ' is kept for ' || k.order_id || ' and is ' || coalesce(p.status, 'not there') FROM ticket_order_payments k LEFT JOIN payments p ON ${KEY('p', 'k')} AND p.id = k.payment_id
     WHERE p.status IS DISTINCT FROM 'succeeded' OR p.amount <> k.amount`,
  ),
  check(
    'verify.refundsAddUpToTheOrder',
    `SELECT ${WHICH('o.id', 'o')} || ': ' || o.amount_refunded || ' refunded, its refunds are ' || coalesce(r.amount, 0) FROM ticket_orders o
     LEFT JOIN (SELECT merchant_id, livemode, order_id, sum(amount) AS amount FROM ticket_order_refunds GROUP BY 1, 2, 3) AS r ON ${KEY('r', 'o')} AND r.order_id = o.id WHERE o.paid_at IS NOT NULL AND coalesce(r.amount, 0) <> o.amount_refunded`,
  ),
  check(
    'verify.promoUsesEqualOrders',
    `SELECT ${WHICH('c.id', 'c')} || ': counted ' || c.uses || ' uses, orders have ' || coalesce(o.uses, 0) FROM promo_codes c
     LEFT JOIN (SELECT merchant_id, livemode, event_id, promo_id, sum(promo_uses) AS uses FROM ticket_orders WHERE promo_id IS NOT NULL GROUP BY 1, 2, 3, 4) AS o ON ${KEY('o', 'c')} AND o.event_id = c.event_id AND o.promo_id = c.id WHERE c.uses <> coalesce(o.uses, 0)`,
  ),
  check(
    'verify.offersHaveTheirOrder',
    `SELECT ${WHICH('w.id', 'w')} || ' is ' || w.status || ', its order ' || coalesce(o.status, 'is not there') FROM waitlist_entries w LEFT JOIN ticket_orders o ON ${KEY('o', 'w')} AND o.id = w.order_id
     WHERE w.status = 'offered' AND o.status IS DISTINCT FROM 'held' AND o.status IS DISTINCT FROM 'awaiting_payment'`,
  ),
  // Whoever begins to pay has the payment written, or a loop holds the order again half a minute later. Only of the wall clock is known how long that is ago.
  check(
    'verify.everyAwaitedPaymentIsThere',
    `SELECT ${WHICH('o.id', 'o')} || ' awaits ' || coalesce(o.payment_id, 'a payment without an id') || ', which nobody has begun' FROM ticket_orders o
     WHERE o.status = 'awaiting_payment' AND o.updated_at < now() - interval '2 minutes' AND NOT EXISTS (SELECT FROM payments p WHERE ${KEY('p', 'o')} AND p.id = o.payment_id)`,
  ),
  // A test clock parts a fact's own time from the time it was written at, so of test data none is looked at.
  check(
    'verify.everyPaidOrderHasItsMessage',
    `SELECT ${WHICH('o.id', 'o')} || ': nobody was told that it was paid' FROM ticket_orders o WHERE o.livemode AND o.paid_at > now() - ${REMEMBERED}
       AND NOT EXISTS (SELECT FROM webhook_dedup d WHERE ${KEY('d', 'o')} AND d.dedup_key LIKE 'ticket_order.paid:%:' || o.id) AND NOT EXISTS (SELECT FROM outbox b WHERE ${KEY('b', 'o')} AND b.kind = 'ticket_order.paid' AND b.entity = o.id)`,
  ),
]);
