import { formatOptionalTime, formatTime, toMajor, type PromoCode } from '@cottontree/contract';
import type { PromoRow } from './promos.queries.ts';
import { typeOfKind } from './read-promo.ts';

/** A percentage is kept in ten-thousandths of a percent. */
const PERCENT = 10_000;

export function presentPromo(row: PromoRow): PromoCode {
  return {
    id: row.id,
    event_id: row.event_id,
    code: row.code,
    type: typeOfKind(row.kind),
    kind: row.kind,
    value: row.kind === 'percent' ? Number(row.value) / PERCENT : toMajor(row.value, row.currency),
    ticket_type_ids: row.ticket_type_ids && [...row.ticket_type_ids],
    max_uses: row.max_uses,
    uses: row.uses,
    active: row.active,
    valid_from: formatOptionalTime(row.valid_from),
    valid_until: formatOptionalTime(row.valid_until),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    livemode: row.livemode,
  };
}
