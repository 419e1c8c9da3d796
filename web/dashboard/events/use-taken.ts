import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import type { EventData, OrderData } from './event-data.ts';

type Order = Pick<OrderData, 'total' | 'amount_refunded'>;
type Taken = {
  readonly amount: number;
  /** Whether all orders were counted; else there are more than one page of them. */
  readonly isWhole: boolean;
};

const LIMIT = 100;

/** What buyers paid and have not got back; null while it is not known, or may not be. */
export function useTaken({ id }: Pick<EventData, 'id'>): Taken | null {
  const { answer } = useCall(
    client.listTicketOrders,
    may('tickets:read')
      ? { params: { id }, query: { status: 'paid,partially_refunded', limit: LIMIT } }
      : null,
  );
  if (!answer) return null;
  return { amount: sumOf(answer.data), isWhole: answer.meta.total <= answer.data.length };
}

/** Counted in hundredths, so that sums stay exact. */
export function sumOf(orders: readonly Order[]): number {
  const hundredths = orders.reduce(
    (sum, { total, amount_refunded }) => sum + Math.round((Number(total) - Number(amount_refunded)) * 100),
    0,
  );
  return hundredths / 100;
}
