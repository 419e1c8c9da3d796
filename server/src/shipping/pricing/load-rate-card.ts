import type { Runner } from '../../store/index.ts';
import { demoRateCard } from './demo-rate-card.ts';
import type { RateCard } from './rate-card.ts';
import { findNewestRateCard } from './rate-cards.queries.ts';
import { readRateCard } from './read-rate-card.ts';

/** The rate card that prices now: the newest published one, or the shipped one before any is. */
export async function loadRateCard(runner: Runner): Promise<RateCard> {
  const published = await findNewestRateCard(runner);
  const read = readRateCard(published?.card ?? demoRateCard);
  if (!read.ok) throw new Error(`Rate card ${published?.version ?? 'shipped'} cannot be read: ${read.problems.map(({ path, message }) => `${path} ${message}`).join('; ')}.`);
  return read.card;
}
