import type { PublicEvent } from '@cottontree/contract';
import type { MerchantProfile } from '../../../kernel/call/call.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Events } from '../module.ts';
import { presentPublicEvent } from '../events/public/get-public-event.ts';
import { writeCalendar } from '../tickets/write-calendar.ts';
import { findSellerProfile } from './sellers.queries.ts';

/** An event at which people buy tickets. */
export type EventPage = {
  readonly tenant: Tenant;
  readonly event: PublicEvent;
  readonly seller: MerchantProfile;
  /** Where the merchant's test clock stands, if it has one. */
  readonly clock: Date | null;
  /** Business time there. */
  readonly now: Date;
  /** Of this one showing, so that a form sent twice holds tickets once. */
  readonly nonce: string;
  readonly writeCalendar: () => string;
};

const NONCE_BYTES = 16;

/** The event with this id, of whichever merchant, at most a second old; null while it is a draft, or where there is none. */
export async function openEventPage(module: Events, eventId: string): Promise<EventPage | null> {
  const snapshot = await module.snapshots.find(eventId);
  const seller =
    snapshot && (await findSellerProfile(module.store.of(snapshot.tenant), snapshot.tenant.merchantId));
  if (!snapshot || !seller) return null;
  const { event: state, tenant, clock, organizer } = snapshot;
  const now = clock ?? module.world.now();
  return {
    tenant,
    event: presentPublicEvent(snapshot, { now, publicUrl: module.settings.publicUrl }),
    seller,
    clock,
    now,
    nonce: module.world.randomBytes(NONCE_BYTES).toString('base64url'),
    writeCalendar: () =>
      writeCalendar({
        event_id: state.id,
        event_name: state.name,
        event_status: state.status,
        event_version: state.version,
        event_updated_at: state.updatedAt,
        start_date: state.startDate,
        end_date: state.endDate,
        venue: state.venue,
        address: state.address,
        store_name: organizer,
        order_number: null,
      }),
  };
}
