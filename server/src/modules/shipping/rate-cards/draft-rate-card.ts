import type { Context } from '../../../kernel/call/context.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { JsonObject, Runner } from '../../../store/index.ts';
import { demoRateCard } from '../pricing/demo-rate-card.ts';
import { findRateCardInForce, insertDraft } from '../pricing/rate-cards.queries.ts';
import { checkCard } from './check-card.ts';

export type CardFigures = JsonObject;
export type DraftInput = { readonly figures: CardFigures; readonly note: string | null; readonly by: string };

/** Numbers are given one after the other; a handful of drafts at once find theirs. */
const TRIES_MAX = 8;

/** Drafts a card from the one in force and the figures given; answers its version. */
export async function draftRateCard(
  { world }: Context,
  runner: Runner,
  { figures, note, by }: DraftInput,
): Promise<number> {
  const at = world.now();
  const base = (await findRateCardInForce(runner, at))?.card ?? demoRateCard;
  // What is written down of the card in force is not written down of its successor.
  const card = { ...base, note: undefined, ...figures, version: 1 };
  await checkCard(runner, card);
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const version = await insertDraft(runner, { card, note, created_at: at, created_by: by });
    if (version !== undefined) return version;
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many rate cards are being drafted at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
