import type { CashReport } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { findZReport, type KeptZReport } from './session-sums.queries.ts';

/** The Z report of a drawer that is closed. */
export async function readKeptReport(runner: Runner, tenant: Tenant, sessionId: string): Promise<CashReport> {
  const closed = await findZReport(runner, tenant, sessionId);
  if (!closed) throw new Error(`The closed drawer ${sessionId} has no report.`);
  return presentZReport(closed);
}

/** A Z report as it was written, with the hash over it. */
export function presentZReport({ body, hash }: KeptZReport): CashReport {
  return { ...(JSON.parse(body) as Omit<CashReport, 'hash'>), hash: hash.toString('hex') };
}
