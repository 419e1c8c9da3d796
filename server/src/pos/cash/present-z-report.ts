import type { CashReport } from '@cottontree/contract';
import type { KeptZReport } from './z-reports.queries.ts';

/** A Z report as it was written, with the hash over it. */
export function presentZReport({ body, hash }: KeptZReport): CashReport {
  return { ...(JSON.parse(body) as Omit<CashReport, 'hash'>), hash: hash.toString('hex') };
}
