import {
  formatOptionalTime,
  type RateCard,
  type RateCardHeading as Heading,
  type RateCardStatus,
} from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import { findRateCard, type RateCardHeading, type RateCardRow } from '../pricing/rate-cards.queries.ts';

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

/** A version of the rate card without its figures. */
export function presentHeading(row: RateCardHeading): Heading {
  return {
    version: row.version,
    status: statusOf(row),
    in_force: row.in_force,
    note: row.note,
    created_at: formatOptionalTime(row.created_at),
    created_by: row.created_by,
    updated_at: formatOptionalTime(row.updated_at),
    published_at: formatOptionalTime(row.published_at),
    published_by: row.published_by,
    effective_at: formatOptionalTime(row.effective_at),
  };
}

/** A version of the rate card with its figures, as they were given. */
export function presentRateCard(row: RateCardRow): RateCard {
  return { ...presentHeading(row), card: row.card };
}

/** What was replaced is retired; what waits for its time is published. */
function statusOf({ published_at, replaced }: RateCardHeading): RateCardStatus {
  if (published_at === null) return 'draft';
  return replaced ? 'retired' : 'published';
}
