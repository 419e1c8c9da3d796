import type { RateCardHeading } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { MAP_CHANNEL } from '../coverage/map-channel.ts';
import { findRateCardInForce, listAllRateCards } from '../pricing/rate-cards.queries.ts';
import { draftRateCard, type CardFigures } from './rate-cards.ts';
import { findCard, presentHeading } from './find-card.ts';
import { publishCard, timeOf } from './publish-rate-card.ts';

const BY = 'Command line';

/** Every version of the rate card, newest first. */
export async function listRateCardVersions({ store, world }: Context): Promise<readonly RateCardHeading[]> {
  return (await listAllRateCards(store.system.slow, world.now())).map(presentHeading);
}

/** The figures of a version; of the card in force for null. */
export async function exportRateCard(
  { store, world }: Context,
  version: number | null,
): Promise<CardFigures> {
  const now = world.now();
  const wanted = version ?? (await findRateCardInForce(store.system, now))?.version ?? 0;
  return (await findCard(store.system, String(wanted), now)).card;
}

/** Drafts a card from parsed JSON; answers its version. */
export async function importRateCard(
  context: Context,
  { figures, note }: { readonly figures: unknown; readonly note: string | null },
): Promise<number> {
  if (typeof figures !== 'object' || figures === null || Array.isArray(figures))
    throw invalid({ path: 'card', message: 'must be an object, as rate-cards export prints it' });
  return draftRateCard(context, context.store.system.slow, { figures: figures as CardFigures, note, by: BY });
}

/** Publishes a draft; answers from when on it prices. */
export async function publishRateCardVersion(
  context: Context,
  { version, effectiveAt }: { readonly version: number; readonly effectiveAt: string | undefined },
): Promise<Date> {
  const { store, world } = context;
  const at = world.now();
  const effective = await publishCard(store.system.slow, {
    version: String(version),
    ifMatch: null,
    effectiveAt: ({ card }) => timeOf(effectiveAt, { now: at, timeZone: String(card['time_zone']) }),
    by: BY,
    at,
  });
  store.notify(MAP_CHANNEL);
  return effective;
}
