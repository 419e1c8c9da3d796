import type { Tracking } from '@cottontree/contract';
import type { Texts } from '../texts/english.ts';

/** Where a parcel stands, in one plain sentence. */
export function headlineOf({ status, phase }: Pick<Tracking, 'status' | 'phase'>, { parcel }: Texts): string {
  if (status === 'assigned' && phase === 'searching') return parcel.searchingAgain;
  if (phase === 'at_dropoff') return parcel.atDoor;
  if (phase === 'attempt_failed') return parcel.tryFailed;
  if (phase === 'held') return parcel.held;
  if (phase === 'returning') return parcel.returning;
  return parcel.headlines[status];
}

/** How a status is coloured. */
export function toneOf(status: string): 'good' | 'bad' | 'moving' | 'waiting' {
  if (status === 'delivered' || status === 'completed') return 'good';
  if (status === 'cancelled' || status === 'failed') return 'bad';
  return status === 'pending' ? 'waiting' : 'moving';
}

/** Whether anything can still happen that a visitor waits for. */
export function isActive(status: string): boolean {
  return status === 'pending' || status === 'assigned' || status === 'picked_up' || status === 'in_transit';
}
