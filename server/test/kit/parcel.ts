/** A parcel from Freetown to Lumley, with everything that a creation needs. */
export const parcel = Object.freeze({
  pickup_city: 'Freetown',
  delivery_city: 'Lumley',
  delivery_address: '27 Freetown Road',
  recipient_phone: '078 234567',
});

/** A well-formed number that no delivery has. */
export const UNKNOWN_JOB = 'SHP-0000-0000';

/** Six digits that are not the code. */
export function wrongCode(right: string, nth = 1): string {
  return String((Number(right) + nth) % 1_000_000).padStart(6, '0');
}
