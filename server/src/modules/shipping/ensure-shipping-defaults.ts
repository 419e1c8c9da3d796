import type { Context } from '../../kernel/call/context.ts';
import { demoRateCard } from './pricing/demo-rate-card.ts';
import { importZones } from './zones/import-zones.ts';
import { deleteDraft, findRateCardInForce, insertDraft, publishDraft } from './pricing/rate-cards.queries.ts';
import shippedZones from '../../../data/zones.sl.json' with { type: 'json' };
import { findZonesState } from './coverage/zones.queries.ts';

const INSTALLATION = 'Installation';

/** Gives an installation without a rate card or zones the shipped ones, so that it can quote from its first minute. */
export async function ensureShippingDefaults(context: Context): Promise<void> {
  const { store, world } = context;
  if (!(await findRateCardInForce(store.system, world.now()))) await publishShippedCard(context);
  if ((await findZonesState(store.system)).zones === 0) await importZones(context, shippedZones);
}

/** Where several nodes start at once, the first one's card stands. */
async function publishShippedCard({ store, world }: Context): Promise<void> {
  const at = world.now();
  const version = await insertDraft(store.system, {
    card: demoRateCard,
    note: demoRateCard.note,
    created_at: at,
    created_by: INSTALLATION,
  });
  if (version === demoRateCard.version)
    await publishDraft(store.system, {
      version,
      revision: 1,
      published_at: at,
      published_by: INSTALLATION,
      effective_at: at,
    });
  else if (version !== undefined) await deleteDraft(store.system, version);
}
