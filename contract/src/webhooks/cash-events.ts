import { exampleCashSession, exampleClosedSession } from '../pos/cash/cash-examples.ts';
import { CashSession } from '../pos/cash/cash-schema.ts';
import type { EventDescription } from './event-description.ts';

/** `data.object` is the cash session as getCashSession answers it. */
export const cashEvents = {
  'pos.cash_session.opened': {
    kind: 'pos.cash_session.opened',
    default: true,
    summary: 'A drawer was opened.',
    data: CashSession,
    example: { ...exampleCashSession },
  },
  'pos.cash_session.closed': {
    kind: 'pos.cash_session.closed',
    default: true,
    summary: 'A drawer was counted and closed; its Z report has the figures.',
    data: CashSession,
    example: { ...exampleClosedSession },
  },
} as const satisfies Record<string, EventDescription>;
