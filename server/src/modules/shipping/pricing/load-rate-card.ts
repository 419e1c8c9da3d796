import type { Runner } from '../../../store/index.ts';
import { demoRateCard } from './demo-rate-card.ts';
import type { RateCard } from './rate-card.ts';
import { findRateCard, findRateCardInForce } from './rate-cards.queries.ts';
import { readRateCard } from './read-rate-card.ts';

/** The rate card that prices at a moment: the published one that took effect last, or the shipped one before any is. */
export async function loadRateCard(runner: Runner, now: Date): Promise<RateCard> {
  const published = await findRateCardInForce(runner, now);
  return readStored(published?.card ?? demoRateCard, published?.version ?? 'shipped');
}

/** A published card by its version; null where there is none. */
export async function loadPublishedCard(
  runner: Runner,
  version: number,
  now: Date,
): Promise<RateCard | null> {
  const found = await findRateCard(runner, version, now);
  return found?.published_at ? readStored(found.card, version) : null;
}

/** What was checked when it was published can be read; anything else is a fault of the database's keeper. */
function readStored(card: unknown, name: number | string): RateCard {
  const read = readRateCard(card);
  if (!read.ok)
    throw new Error(
      `Rate card ${name} cannot be read: ${read.problems.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
    );
  return read.card;
}
