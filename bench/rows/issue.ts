import { clearOutbox } from '../parts/fill.queries.ts';
import { drive, type Driven } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond } from '../parts/measure.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { openService, type Service } from '../parts/service.ts';
import { checkExact, openSale, orderBytes, type TicketSale } from '../parts/ticket-sale.ts';

const CLIENTS = 64;
/** A family's. */
const TICKETS_EACH = 4;
const GOAL_PER_SECOND = 3_000;

export const issueRow: Row = { name: 'issue', run };

/** From the order to the ticket with its signed code, its payment in the ledger and its messages: the box office's one call. */
async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService({ roles: 'http' });
  const sale = await openSale(service);
  await service.database.query('ANALYZE');
  const figures = await interleave<Driven>(bench, [
    { name: 'sold', once: (seconds) => sell(service, sale, seconds) },
  ]);
  await checkExact(service);
  const read = (what: 'perSecond' | 'p50Ms' | 'p99Ms'): number =>
    medianOf(figures, 'sold', (figure) => figure[what]);
  const rate = read('perSecond') * TICKETS_EACH;
  return [
    {
      work: `sell ${TICKETS_EACH} tickets, take the cash and issue them with signed QR codes over HTTP, ${CLIENTS} tills, one ticket type, fsync on; tickets; exact at the end`,
      measured: `${perSecond(rate)} tickets, p50 ${ms(read('p50Ms'))}, p99 ${ms(read('p99Ms'))} an order`,
      floor: '–',
      ratio: '–',
      goal: `≥ ${GOAL_PER_SECOND.toLocaleString('en-US')}/s`,
      met: rate >= GOAL_PER_SECOND,
    },
  ];
}

async function sell(service: Service, sale: TicketSale, seconds: number): Promise<Driven> {
  await clearOutbox(service.database);
  const bytes = orderBytes(sale, { quantity: TICKETS_EACH, payment: { method: 'cash' } });
  return drive({ port: service.port, status: 201, clients: CLIENTS, seconds, next: () => bytes });
}
