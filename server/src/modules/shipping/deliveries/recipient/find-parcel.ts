import type { Rating, Tracking } from '@cottontree/contract';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import type { JobKey, TrackedRow } from '../deliveries.queries.ts';
import type { Shipping } from '../../module.ts';
import { detailsOf, type DeliveryDetails } from '../present-delivery.ts';
import { presentTracking } from '../present-tracking.ts';
import { endsOf } from '../tracking/locate-courier.ts';
import type { Point } from '../../coverage/zone.ts';
import { readViewToken } from '../view-token.ts';
import { findByNumber, type FollowUp, type ParcelRow } from './parcels.queries.ts';

/** A delivery as its recipient's page needs it; what of it is shown is for the page to say. */
export type Parcel = {
  readonly key: JobKey;
  /** Of the link by which it was found. */
  readonly token: string;
  /** Whether that link is the recipient's own, which shows the code and may decide; any other only shows where the parcel is. */
  readonly isRecipient: boolean;
  readonly row: TrackedRow;
  readonly details: DeliveryDetails;
  readonly tracking: Tracking;
  readonly rating: Rating | null;
  /** Of this one showing, so that a form sent twice begins one payment. */
  readonly nonce: string;
  /** What was made of it after it could not be handed over; null: nothing that counts still. */
  readonly after: {
    /** The number under which it was sent again. */
    readonly again: string | null;
    readonly back: 'on its way' | 'arrived' | null;
  };
  /** Business time, and the time zone it is shown in. */
  readonly now: Date;
  readonly timeZone: string;
  /** Where its merchant is, and whether money may come to it. */
  readonly shop: { readonly country: string; readonly isOpen: boolean };
  /** Rounded; the courier's only on the way to this very door. */
  readonly places: {
    readonly pickup: Point | null;
    readonly courier: Point | null;
    readonly delivery: Point | null;
  };
};

/** How long after its end a parcel can still be looked at. */
export const PAGE_DAYS = 30;
const DAY_MS = 86_400_000;
const NONCE_BYTES = 16;
/** A thousandth of a degree is about 110 metres. */
const PLACES_PER_DEGREE = 1_000;
const TOKEN = /^[\w-]{22}$/;

/** The parcel behind a link; `gone` when it has long arrived, null when there is none. */
export async function findParcel(module: Shipping, token: string): Promise<Parcel | 'gone' | null> {
  if (!TOKEN.test(token)) return null;
  const viewed = readViewToken(module.vault, token);
  const found =
    viewed === null ? await module.findByToken(token) : await findByNumber(module.store.system, viewed);
  if (!found) return null;
  const parcel = readParcel(module, found, { token, isRecipient: viewed === null });
  return isOver(parcel) ? 'gone' : parcel;
}

/** Puts together what is known of a parcel. */
export function readParcel(
  module: Shipping,
  row: ParcelRow,
  link: Pick<Parcel, 'token' | 'isRecipient'>,
): Parcel {
  const tenant: Tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  const key = { tenant, jobNumber: row.job_number };
  const now = row.clock ?? module.world.now();
  const { zones } = module.map();
  const tracking = presentTracking(row, { now, zones, settings: module.settings, vault: module.vault });
  const ends = endsOf(row, zones);
  const details = detailsOf(row);
  return {
    key,
    ...link,
    row,
    details,
    tracking,
    rating: row.rating,
    nonce: module.world.randomBytes(NONCE_BYTES).toString('base64url'),
    after: afterOf(row.follow_ups ?? [], details.original_job_number),
    now,
    timeZone: row.time_zone,
    shop: { country: row.country, isOpen: row.is_open },
    places: {
      pickup: rounded(ends.pickup),
      courier: row.next_drop ? rounded(tracking.location) : null,
      delivery: rounded(ends.delivery),
    },
  };
}

/** A return that was called off or failed brings nothing back, and another try that was called off is none. */
function afterOf(jobs: readonly FollowUp[], original: string | null): Parcel['after'] {
  const later = jobs.filter(({ job_number, status }) => job_number !== original && status !== 'cancelled');
  const back = later.findLast(({ kind }) => kind === 'return')?.status;
  const arrived = back === 'delivered' || back === 'completed';
  return {
    again: later.findLast(({ kind }) => kind === 'redelivery')?.job_number ?? null,
    back: back === undefined || back === 'failed' ? null : arrived ? 'arrived' : 'on its way',
  };
}

/** What tells of a parcel outlives its way by a month. */
export function isOver({ row, now }: Parcel): boolean {
  const end = row.completed_at ?? row.delivered_at ?? row.cancelled_at ?? row.failed_at;
  return end !== null && now.getTime() - end.getTime() > PAGE_DAYS * DAY_MS;
}

function rounded(point: Point | null): Point | null {
  return (
    point && {
      lat: Math.round(point.lat * PLACES_PER_DEGREE) / PLACES_PER_DEGREE,
      lng: Math.round(point.lng * PLACES_PER_DEGREE) / PLACES_PER_DEGREE,
    }
  );
}
