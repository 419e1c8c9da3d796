import { formatTime } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { EventState } from '../events/event-state.ts';
import type { OrderStepResult } from './change-orders.queries.ts';
import { linesOf } from './order-lines.ts';
import type { OrderStep } from './order-step.ts';

/** Why a step was not granted, in the words of the one who wanted it. */
export function refusalOf(result: OrderStepResult, { after }: OrderStep, event: EventState): Failure {
  const { counterId, outcome } = result;
  if (counterId !== null && counterId === after.promo_id)
    return promoInvalid(
      after.promo_code ?? '',
      outcome === 'short' ? 'has been used as often as it may be' : 'does not count now',
    );
  const line = linesOf(after).find(({ counters }) => counters.includes(counterId ?? ''));
  const name = counterId === event.id || !line ? event.name : line.name;
  if (outcome === 'short')
    return tooFew(result.remaining, { typeId: line?.ticket_type_id ?? '', name: line?.name ?? event.name });
  if (outcome === 'early' && result.opensAt) {
    return new Failure(
      'SALES_NOT_OPEN',
      `Tickets for ${name} are on sale from ${formatTime(result.opensAt)}.`,
      { details: { opens_at: formatTime(result.opensAt) } },
    );
  }
  if (outcome === 'closed' && counterId === event.id) return eventNotPublished(event);
  return new Failure('SALES_CLOSED', `Tickets for ${name} are not on sale any more.`, {
    details: line ? { ticket_type_id: line.ticket_type_id } : {},
  });
}

export function eventNotPublished(event: EventState): Failure {
  return new Failure(
    'EVENT_NOT_PUBLISHED',
    `${event.name} is ${event.status}, so its tickets are not sold.`,
    { details: { status: event.status } },
  );
}

export function promoInvalid(code: string, why: string): Failure {
  return new Failure('PROMO_INVALID', `The promo code ${code} ${why}.`);
}

function tooFew(
  remaining: number,
  { typeId, name }: { readonly typeId: string; readonly name: string },
): Failure {
  const details = { ticket_type_id: typeId, remaining };
  if (remaining === 0) return new Failure('SOLD_OUT', `No tickets are left of ${name}.`, { details });
  return new Failure(
    'INSUFFICIENT_QUANTITY',
    `Only ${remaining} ${remaining === 1 ? 'ticket is' : 'tickets are'} left of ${name}.`,
    { details },
  );
}

export function salesBusy(): Failure {
  return new Failure(
    'SALES_BUSY',
    'Too many buyers want tickets of this event at this moment. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
