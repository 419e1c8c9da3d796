import type { Currency, DrawerEntryKind, DrawerFlag } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { statement, text, texts, type Runner, type ValuesOf } from '../../../store/index.ts';

const NOTED = {
  session_id: 'text',
  client_id: 'text',
  kind: text<DrawerEntryKind>(),
  flags: texts<DrawerFlag>(),
  amount_minor: 'int8?',
  staff_id: 'text?',
  occurred_at: 'timestamptz',
  recorded_at: 'timestamptz',
} as const;
const FLAGGED = { ...NOTED, currency: text<Currency>(), livemode: 'bool' } as const;

const note = statement({
  name: 'drawerFlags.note',
  params: { merchant_id: 'text', livemode: 'bool', ...NOTED },
  row: { client_id: 'text' },
  sql: `INSERT INTO drawer_flags (merchant_id, livemode, session_id, client_id, kind, flags, amount_minor, staff_id, occurred_at, recorded_at)
        VALUES (:merchant_id, :livemode, :session_id, :client_id, :kind, :flags, :amount_minor, :staff_id, :occurred_at, :recorded_at)
        ON CONFLICT DO NOTHING RETURNING client_id`,
});

/** What of one drawer a person should look at. */
export const drawerFlagList = list('listDrawerFlags', {
  from: 'drawer_flags f JOIN cash_sessions s ON s.merchant_id = f.merchant_id AND s.livemode = f.livemode AND s.id = f.session_id',
  row: FLAGGED,
  id: 'f.client_id',
  select: Object.keys(FLAGGED)
    .map((column) => `${column === 'currency' ? 's' : 'f'}.${column}`)
    .join(', '),
  given: { session_id: 'text' },
  where: 'f.session_id = :session_id',
  filters: {},
  sorts: { recorded_at: byTime("date_trunc('milliseconds', f.recorded_at)") },
});

export type FlaggedRow = ValuesOf<typeof FLAGGED>;

/** In the transaction that writes what is flagged. */
export async function noteDrawerFlags(
  tx: Runner,
  tenant: Tenant,
  noted: ValuesOf<typeof NOTED>,
): Promise<void> {
  await tx.run(note, { ...keyOf(tenant), ...noted });
}
