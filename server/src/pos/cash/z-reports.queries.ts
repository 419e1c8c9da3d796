import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const REPORT = { id: 'text', body: 'text', hash: 'bytea', closed_at: 'timestamptz' } as const;

const ofSession = statement({
  name: 'zReports.ofSession',
  params: { merchant_id: 'text', livemode: 'bool', session_id: 'text' },
  row: REPORT,
  sql: `SELECT ${Object.keys(REPORT).join(', ')} FROM z_reports WHERE merchant_id = :merchant_id AND livemode = :livemode AND session_id = :session_id`,
});

export type KeptZReport = ValuesOf<typeof REPORT>;

/** The report that a session was closed with. */
export async function findZReport(
  runner: Runner,
  tenant: Tenant,
  sessionId: string,
): Promise<KeptZReport | undefined> {
  return (await runner.run(ofSession, { ...keyOf(tenant), session_id: sessionId }))[0];
}
