import { expect, test } from 'vitest';
import { sumOf } from './box-office.ts';
import type { TicketTypeData } from './event-data.ts';

test.each([
  [12.345, 3, 37.035],
  [0.1, 3, 0.3],
  [150, 2, 300],
])(
  'tickets for %d each, %d of them, cost %d, in currencies of three decimals too',
  (price, quantity, sum) => {
    const types = [{ id: 'tty_1', price }] as unknown as TicketTypeData[];
    expect(sumOf([{ ticket_type_id: 'tty_1', quantity }], types)).toBe(sum);
  },
);
