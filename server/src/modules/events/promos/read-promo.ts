import type { PromoKind, ReductionType } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import { ticketTypeNotFound } from '../events/event-not-found.ts';
import type { EventState } from '../events/event-state.ts';

const TYPES: Readonly<Record<PromoKind, ReductionType>> = { percent: 'percent', amount: 'fixed' };
const KINDS: Readonly<Record<ReductionType, PromoKind>> = { percent: 'percent', fixed: 'amount' };

export function typeOfKind(kind: PromoKind): ReductionType {
  return TYPES[kind];
}

/** The kind that is kept, by whichever of the two words for it was sent. */
export function readPromoKind({
  type,
  kind,
}: {
  readonly type?: ReductionType;
  readonly kind?: PromoKind;
}): PromoKind {
  const wanted = type === undefined ? kind : KINDS[type];
  if (wanted === undefined) throw invalid({ path: 'type', message: 'is required' });
  if (kind !== undefined && kind !== wanted)
    throw invalid({ path: 'kind', message: 'says otherwise than type; send type alone' });
  return wanted;
}

/** From when and until when a code counts; null: without a bound. */
export function readPromoTimes(
  times: { readonly valid_from: string | null; readonly valid_until: string | null },
  call: Call,
): { readonly valid_from: Date | null; readonly valid_until: Date | null } {
  const valid_from =
    times.valid_from === null ? null : readTime(times.valid_from, { path: 'valid_from', call });
  const valid_until =
    times.valid_until === null ? null : readTime(times.valid_until, { path: 'valid_until', call });
  if (valid_from && valid_until && valid_until <= valid_from)
    throw invalid({ path: 'valid_until', message: 'must be after valid_from' });
  return { valid_from, valid_until };
}

export function refuseUnknownTypes(event: EventState, typeIds: readonly string[] | null): void {
  const unknown = typeIds?.find((id) => !event.types.some((type) => type.id === id));
  if (unknown !== undefined) throw ticketTypeNotFound(unknown);
}

/** The same refusal for absent, another event's, another merchant's and malformed. */
export function promoNotFound(): Failure {
  return new Failure('PROMO_NOT_FOUND', 'The event has no promo code of this id.');
}
