import { formatTime } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { TicketRow } from './tickets.queries.ts';

type Judged = Pick<TicketRow, 'id' | 'status' | 'used_at'>;

export function refuseVoid({ id, status }: Judged): void {
  if (status === 'void')
    throw new Failure('TICKET_VOID', `The ticket ${id} was voided; nothing can be done with it any more.`);
}

export function refuseBlocked({ id, status }: Judged): void {
  if (status === 'blocked')
    throw new Failure('TICKET_BLOCKED', `The ticket ${id} is blocked. Unblock it first.`);
}

/** Also a ticket that was blocked after it had been used. */
export function refuseUsed({ id, used_at }: Judged, advice: string): void {
  if (used_at === null) return;
  throw new Failure(
    'TICKET_ALREADY_USED',
    `The ticket ${id} was admitted at ${formatTime(used_at)}.${advice}`,
    { details: { used_at: formatTime(used_at) } },
  );
}
