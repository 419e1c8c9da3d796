import { exactTexts, formatTime, toMajor, type Settlement } from '@cottontree/contract';
import type { SettlementRow } from './settlements.queries.ts';

export function presentSettlement(row: SettlementRow): Settlement {
  const currency = row.currency;
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    cash: toMajor(row.cash, currency),
    fees: toMajor(row.fees, currency),
    claims: toMajor(row.claims, currency),
    paid: toMajor(row.paid, currency),
    currency,
    exact: exactTexts({ cash: row.cash, fees: row.fees, claims: row.claims, paid: row.paid }, currency),
    job_numbers: [...row.job_numbers],
    reference: row.reference,
    settled_by: row.settled_by,
    created_at: formatTime(row.created_at),
    livemode: row.livemode,
  };
}
