import {
  formatOptionalTime,
  type RateCard,
  type RateCardHeading as Heading,
  type RateCardStatus,
} from '@cottontree/contract';
import type { RateCardHeading, RateCardRow } from '../pricing/rate-cards.queries.ts';

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
export function statusOf({ published_at, replaced }: RateCardHeading): RateCardStatus {
  if (published_at === null) return 'draft';
  return replaced ? 'retired' : 'published';
}
