import type { DeliveryRow } from './deliveries.queries.ts';

/** How long a delivery without a pickup window waits for a driver. */
export const UNASSIGNED_HOURS_MAX = 4;
/** How long a delivery that no code proved stays open to dispute. */
export const DISPUTE_HOURS = 24;

const HOUR_MS = 3_600_000;

/** When a delivery that nobody takes is cancelled: the end of its pickup window, else four hours after it was made. */
export function unassignedDue(createdAt: Date, pickupWindowEnd: Date | null): Date {
  return pickupWindowEnd ?? new Date(createdAt.getTime() + UNASSIGNED_HOURS_MAX * HOUR_MS);
}

/** When a delivered parcel's job completes by itself; null while its cash is not settled. */
export function completionDue(
  row: Pick<DeliveryRow, 'cod_status'>,
  delivered: { readonly deliveredAt: Date; readonly codeVerified: boolean },
): Date | null {
  if (row.cod_status !== 'none' && row.cod_status !== 'settled') return null;
  return new Date(delivered.deliveredAt.getTime() + (delivered.codeVerified ? 0 : DISPUTE_HOURS * HOUR_MS));
}
