import { nextStatuses } from '@cottontree/contract';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { moved, unchanged } from '../delivery-change.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries.queries.ts';
import { editDelivery } from '../follow-up/edit-delivery.ts';
import { rated } from '../follow-up/rate-delivery.ts';
import { moveDelivery } from '../move-delivery.ts';
import type { Shipping } from '../../module.ts';
import { detailsOf } from '../present-delivery.ts';
import { checkWindows, type TimeWindow } from '../../pricing/check-windows.ts';
import type { Parcel } from './find-parcel.ts';

/** What a recipient may do to a parcel from its page. */
export type ParcelInput =
  | { readonly kind: 'receive' }
  | {
      readonly kind: 'place';
      readonly pin: { readonly lat?: number; readonly lng?: number; readonly plusCode?: string };
    }
  /** Null leaves the time open again. */
  | { readonly kind: 'time'; readonly window: TimeWindow | null; readonly note: string | null }
  | { readonly kind: 'rate'; readonly stars: number; readonly comment: string | null };

export const NOTE_CHARACTERS_MAX = 280;

/** Does what the recipient asks, where the delivery's status allows it; refusals are those of the API. */
export async function changeParcel(module: Shipping, parcel: Parcel, input: ParcelInput): Promise<void> {
  const decide = (row: DeliveryRow): DeliveryChange | null =>
    changeFor(row, input, { module, now: parcel.now });
  await moveDelivery(module.store.of(parcel.key.tenant), parcel.key, {
    decide,
    wallClock: module.world.now(),
  });
}

type At = { readonly module: Shipping; readonly now: Date };

function changeFor(row: DeliveryRow, input: ParcelInput, { module, now }: At): DeliveryChange | null {
  if (input.kind === 'receive') return received(row, now);
  if (input.kind === 'rate')
    return rated(row, { stars: input.stars, comment: input.comment, by: 'recipient' }, now);
  if (input.kind === 'place')
    return editDelivery(row, {
      edit: { details: {}, pin: input.pin, codAmount: null },
      now,
      zones: module.map().zones,
    });
  return timed(row, input, now);
}

/** The recipient's word, not the code's: the delivery stays open to dispute for a day. */
function received(row: DeliveryRow, now: Date): DeliveryChange | null {
  if (row.delivered_at !== null) return null;
  if (row.status !== 'in_transit')
    throw conflict(row, 'receipt can be confirmed once the courier is on the way to the recipient');
  return moved(row, {
    path: ['delivered'],
    cause: { actor_type: 'system', actor: null, note: 'The recipient confirmed receipt.' },
    moment: { at: now, recordedAt: now },
  });
}

function timed(
  row: DeliveryRow,
  { window, note }: Extract<ParcelInput, { kind: 'time' }>,
  now: Date,
): DeliveryChange | null {
  const status = row.status;
  if (status !== 'pending' && status !== 'assigned' && status !== 'picked_up')
    throw conflict(row, 'a time can be chosen until the courier is on the way to the recipient');
  const problem = isAsItStands(row, window) ? null : checkWindows({ pickup: null, delivery: window, now });
  if (problem)
    throw problem.code === 'VALIDATION_ERROR'
      ? invalid(problem)
      : new Failure(problem.code, `${problem.path} ${problem.message}.`);
  const times = {
    delivery_window_start: window?.start.toISOString() ?? null,
    delivery_window_end: window?.end.toISOString() ?? null,
  };
  return { ...unchanged(row, now), details: { ...detailsOf(row), ...times, recipient_note: note } };
}

/** Who writes a note while the chosen time is on need not choose another. */
function isAsItStands(row: DeliveryRow, window: TimeWindow | null): boolean {
  const { delivery_window_start: start, delivery_window_end: end } = detailsOf(row);
  return (
    window !== null &&
    start !== null &&
    end !== null &&
    Date.parse(start) === window.start.getTime() &&
    Date.parse(end) === window.end.getTime()
  );
}

function conflict(row: DeliveryRow, sentence: string): Failure {
  const status = row.status;
  return new Failure('STATE_CONFLICT', `Delivery ${row.job_number} is ${status}; ${sentence}.`, {
    details: { from: status, to: status, allowed: nextStatuses(status, 'system') },
  });
}
