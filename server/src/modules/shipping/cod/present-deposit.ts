import {
  exactTexts,
  formatOptionalTime,
  formatTime,
  toMajor,
  type CashDeposit,
  type CourierDeposit,
} from '@cottontree/contract';
import type { DepositRow } from './deposits.queries.ts';

/** A deposit as the courier who made it sees it. */
export function presentCourierDeposit(row: DepositRow): CourierDeposit {
  return {
    id: row.id,
    status: row.status,
    declared: toMajor(row.declared, row.currency),
    currency: row.currency,
    exact: exactTexts({ declared: row.declared }, row.currency),
    job_numbers: [...row.job_numbers],
    note: row.note,
    declared_at: formatTime(row.declared_at),
    counted_at: formatOptionalTime(row.counted_at),
    livemode: row.livemode,
  };
}

/** A deposit as whoever counts it sees it: what was declared only once it is counted. */
export function presentCashDeposit(row: DepositRow): CashDeposit {
  const currency = row.currency;
  return {
    id: row.id,
    driver: { id: row.driver_id, name: row.driver_name },
    status: row.status,
    declared: row.counted === null ? null : toMajor(row.declared, currency),
    counted: row.counted === null ? null : toMajor(row.counted, currency),
    currency,
    exact:
      row.counted === null ? null : exactTexts({ declared: row.declared, counted: row.counted }, currency),
    jobs_count: row.job_numbers.length,
    note: row.note,
    declared_at: formatTime(row.declared_at),
    counted_by: row.counted_by,
    counted_at: formatOptionalTime(row.counted_at),
    count_note: row.count_note,
    resolved_by: row.resolved_by,
    resolved_at: formatOptionalTime(row.resolved_at),
    resolution: row.resolution,
    livemode: row.livemode,
  };
}
