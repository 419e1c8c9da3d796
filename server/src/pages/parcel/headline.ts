import type { Parcel } from '../../modules/shipping/index.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import type { Texts } from '../texts/english.ts';
import { formatMoment, formatNear } from '../format.ts';
import type { View } from '../layout.ts';

/** Where a parcel stands, in one plain sentence. */
export function headlineOf({ tracking, after }: Parcel, { parcel }: Texts): string {
  const { status, phase } = tracking;
  if (status === 'assigned' && phase === 'searching') return parcel.searchingAgain;
  if (phase === 'at_dropoff') return parcel.atDoor;
  if (phase === 'attempt_failed') return parcel.tryFailed;
  if (after.again !== null) return parcel.headlines[status];
  if (after.back !== null) return after.back === 'arrived' ? parcel.returned : parcel.returning;
  if (phase === 'held') return parcel.held;
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

/** What a person is called by strangers. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

const MINUTE_MS = 60_000;
const MINUTES_TOLD_MAX = 60;
const HALF_HOUR_MINUTES = 30;

/** When the courier comes, how sure that is, and what time the recipient asked for; or when it was over. */
export function showArrival(parcel: Parcel, view: View): Html {
  const { texts } = view;
  const { row, timeZone } = parcel;
  if (!isActive(row.status)) {
    const end = row.delivered_at ?? row.cancelled_at ?? row.failed_at;
    return html`${end && html`<p class="eta">${row.delivered_at ? texts.parcel.deliveredAt(formatMoment(end, timeZone)) : texts.parcel.endedAt(formatMoment(end, timeZone))}</p>`}`;
  }
  return html`${estimateOf(parcel, view)}${windowOf(parcel, view)}`;
}

function estimateOf({ tracking, now, timeZone }: Parcel, { texts }: View): Html | null {
  if (tracking.eta_seconds === null) return null;
  const at = new Date(now.getTime() + tracking.eta_seconds * 1_000);
  const clock = formatNear(at, { now, timeZone });
  const overdue = tracking.eta_quality === 'stale' && tracking.location === null;
  const minutes = Math.round((at.getTime() - now.getTime()) / MINUTE_MS);
  const toPickup = tracking.status === 'pending' || tracking.status === 'assigned';
  return html`<p class="eta">${overdue ? texts.parcel.late : html`${toPickup ? texts.parcel.pickupAt(clock) : texts.parcel.arrivesAt(clock)}, <span class="in">${inWords(minutes, texts)}</span>`}
${tracking.eta_quality === 'live' ? html` <span class="live">${texts.parcel.live}</span>` : null}</p>
${tracking.eta_quality === 'stale' && !overdue ? html`<p class="quiet">${texts.parcel.silent}</p>` : null}`;
}

/** How far off, as people say it: beyond an hour to the half hour, for nobody knows it better. */
export function inWords(minutes: number, { parcel }: Pick<Texts, 'parcel'>): string {
  if (minutes <= MINUTES_TOLD_MAX) return parcel.inMinutes(minutes);
  return parcel.inHours(Math.round(minutes / HALF_HOUR_MINUTES) / 2);
}

function windowOf({ details, now, timeZone }: Parcel, { texts }: View): Html | null {
  const { delivery_window_start: start, delivery_window_end: end } = details;
  if (start === null || end === null) return null;
  const near = (time: string): string => formatNear(new Date(time), { now, timeZone });
  return html`<p class="quiet">${texts.parcel.chosenWindow(near(start), near(end))}</p>`;
}
