import type { ClientConfig } from 'pg';
import { expect } from 'vitest';
import { verifyEvents } from '../../src/modules/events/index.ts';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { isHonestRefusal, succeeded, type Answer, type Customer } from './customer.ts';

/** An event on sale, as buyers know it. */
export type OnSale = { readonly eventId: string; readonly typeIds: readonly string[] };

/** Refusals that buyers of a hot event may meet; anything else is a fault. */
const EXPECTED: ReadonlySet<string> = new Set([
  'SOLD_OUT',
  'INSUFFICIENT_QUANTITY',
  'HOLD_EXPIRED',
  'ORDER_NOT_PAYABLE',
  'STATE_CONFLICT',
  'PROMO_INVALID',
  'IDEMPOTENCY_IN_PROGRESS',
  'TICKET_VOID',
  'TICKET_ALREADY_USED',
]);

/** Puts an event on sale: types by their capacity, a pool over all of them where one is asked for. */
export async function putOnSale(
  customer: Customer,
  baseUrl: string,
  input: { readonly capacities: readonly number[]; readonly capacity?: number; readonly pool?: number },
): Promise<OnSale> {
  const types = input.capacities.map((quantity_available, index) => ({
    name: `Type ${index}`,
    price: 10 + index,
    quantity_available,
  }));
  const body = {
    name: 'Rush',
    start_date: '2030-12-20T18:00:00Z',
    end_date: '2030-12-20T23:00:00Z',
    status: 'published',
    hold_minutes: 1,
    ticket_types: types,
    ...(input.capacity ? { capacity: input.capacity } : {}),
  };
  const made = await customer.ask(baseUrl, { method: 'POST', path: '/events', body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const event = made.body.data as {
    readonly id: string;
    readonly ticket_types: readonly { readonly id: string }[];
  };
  const typeIds = event.ticket_types.map(({ id }) => id);
  if (input.pool)
    expect(
      (
        await customer.ask(baseUrl, {
          method: 'POST',
          path: `/events/${event.id}/pools`,
          body: { name: 'Stand', capacity: input.pool, ticket_type_ids: typeIds },
        })
      ).status,
    ).toBe(201);
  return { eventId: event.id, typeIds };
}

/** Whether a buyer could do with the answer: it succeeded, or was refused for a reason that buyers understand. */
export function isUnderstood(answer: Answer): boolean {
  return succeeded(answer) || isHonestRefusal(answer) || EXPECTED.has(answer.body.error?.code ?? '');
}

/** Everything that is promised of what was sold and paid, looked up in the database. */
export async function expectExact(connection: ClientConfig): Promise<void> {
  expect(await readSnapshot(connection, verifyEvents)).toEqual([]);
  expect(await readSnapshot(connection, verifyPayments)).toEqual([]);
}
