import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Payments } from '../module.ts';
import { linkFact } from './link-facts.ts';
import { changeLink, findExpiredLinks, findExpiredLinksOf, type LinkRow } from './links.queries.ts';
import { statusOfLink } from './link-status.ts';

const BATCH_ROWS = 50;

/** Tells of links whose time is over; answers how many. With a test clock their merchant's own turn does. */
export async function expireLinks(module: Payments): Promise<number> {
  const now = module.world.now();
  return tellExpired(
    module,
    await findExpiredLinks(module.store.system, { now, rowsMax: BATCH_ROWS }),
    () => now,
  );
}

/** The same for one merchant, as far as its test clock has come: each at the moment it expired. */
export async function expireLinksOnClock(module: Payments, tenant: Tenant, now: Date): Promise<void> {
  await tellExpired(
    module,
    await findExpiredLinksOf(module.store.of(tenant), tenant, now),
    (row) => row.expires_at ?? now,
  );
}

async function tellExpired(
  module: Payments,
  rows: readonly LinkRow[],
  momentOf: (row: LinkRow) => Date,
): Promise<number> {
  for (const row of rows) {
    const now = momentOf(row);
    // One that is used up was told of before.
    const news =
      statusOfLink(row, now) === 'expired'
        ? [
            linkFact(row, {
              kind: 'payment_link.expired',
              sequence: row.sequence + 1,
              view: { settings: module.settings, now },
            }),
          ]
        : [];
    const key = { tenant: { merchantId: row.merchant_id, livemode: row.livemode }, id: row.id };
    await changeLink(module.store.of(key.tenant), key, {
      version: row.version,
      terms: row,
      expiryTold: true,
      facts: news,
    });
  }
  return rows.length;
}
