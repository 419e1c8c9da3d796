import { Failure } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import { findRateCard, type RateCardRow } from '../pricing/rate-cards.queries.ts';
import { statusOf } from './present-rate-card.ts';

const versionText = /^[1-9]\d{0,8}$/;

/** The card of a version as the request names it; RATE_CARD_NOT_FOUND where there is none. */
export async function findCard(runner: Runner, text: string, now: Date): Promise<RateCardRow> {
  const row = versionText.test(text) ? await findRateCard(runner, Number(text), now) : undefined;
  if (!row) throw cardNotFound(text);
  return row;
}

/** As `findCard`; STATE_CONFLICT where it was published. */
export async function findDraft(
  runner: Runner,
  text: string,
  { now, to }: { readonly now: Date; readonly to: string },
): Promise<RateCardRow> {
  const row = await findCard(runner, text, now);
  if (row.published_at === null) return row;
  throw new Failure(
    'STATE_CONFLICT',
    `Rate card ${row.version} was published and stays as it is. Draft a new one from it.`,
    { details: { from: statusOf(row), to, allowed: [] } },
  );
}

export function cardNotFound(version: string): Failure {
  return new Failure('RATE_CARD_NOT_FOUND', `There is no rate card ${version.slice(0, 20)}.`);
}
