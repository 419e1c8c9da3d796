import { announcement, type Fact } from '../../../outbox/index.ts';
import { json, statement, type Runner, type Tx, type ValuesOf } from '../../../store/index.ts';
import { EXHAUSTED_MIN } from './judge-failing.ts';

const TARGET = { merchant_id: 'text', livemode: 'bool', endpoint_id: 'text' } as const;
const FAILING = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  url: 'text',
  description: 'text?',
  failing_since: 'timestamptz',
  failures: 'int4',
  exhausted: 'int4',
  last_failure: 'text?',
  warned: 'int2',
  warnings: 'int4',
} as const;
const COLUMNS = Object.keys(FAILING)
  .map((name) => `e.${name}`)
  .join(', ');

const list = statement({
  name: 'webhookWarnings.failing',
  params: { failing_before: 'timestamptz', rows_max: 'int4' },
  row: FAILING,
  sql: `SELECT ${COLUMNS} FROM webhook_endpoints e
        WHERE e.failing_since IS NOT NULL AND e.failing_since <= :failing_before AND e.status = 'active' AND e.exhausted > 0 AND (e.warned < 100 OR e.exhausted >= ${EXHAUSTED_MIN})
        ORDER BY e.merchant_id, e.livemode, e.failing_since LIMIT :rows_max`,
});

const find = statement({
  name: 'webhookWarnings.find',
  params: TARGET,
  row: FAILING,
  sql: `SELECT ${COLUMNS} FROM webhook_endpoints e WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :endpoint_id AND e.failing_since IS NOT NULL AND e.status = 'active'`,
});

/** Says it and notes that it was said, only if nobody said anything since the endpoint was read and it still fails. */
const warn = statement({
  name: 'webhookWarnings.warn',
  params: {
    ...TARGET,
    warnings: 'int4',
    failing_since: 'timestamptz',
    percent: 'int2',
    disabled_reason: 'text?',
    now: 'timestamptz',
    facts: json<readonly Fact[]>(),
  },
  row: { id: 'text' },
  sql: `WITH e AS (
          UPDATE webhook_endpoints e SET warned = :percent, warnings = e.warnings + 1,
            status = CASE WHEN :disabled_reason::text IS NULL THEN e.status ELSE 'auto_disabled' END, disabled_reason = coalesce(:disabled_reason, e.disabled_reason),
            version = CASE WHEN :disabled_reason::text IS NULL THEN e.version ELSE e.version + 1 END, updated_at = CASE WHEN :disabled_reason::text IS NULL THEN e.updated_at ELSE :now END
          WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :endpoint_id AND e.warnings = :warnings AND e.failing_since = :failing_since AND e.status = 'active'
          RETURNING e.*
        ), announced AS (
          ${announcement({ source: 'e', entity: 'id', facts: ':facts' })}
        )
        SELECT e.id FROM e`,
});

export type FailingRow = ValuesOf<typeof FAILING>;
export type Warning = {
  readonly percent: number;
  readonly disabledReason: 'failing' | 'gone' | null;
  readonly now: Date;
  readonly fact: Fact;
};

/** Active endpoints, of every merchant, that have failed since before a moment and of which more may be to say. */
export async function listFailing(
  system: Runner,
  failingBefore: Date,
  rowsMax: number,
): Promise<readonly FailingRow[]> {
  return system.run(list, { failing_before: failingBefore, rows_max: rowsMax });
}

export async function findFailing(tx: Tx, target: ValuesOf<typeof TARGET>): Promise<FailingRow | undefined> {
  return (await tx.run(find, target))[0];
}

/** False when somebody else was first or it answers again. */
export async function announceWarning(
  runner: Runner | Tx,
  row: FailingRow,
  { percent, disabledReason, now, fact }: Warning,
): Promise<boolean> {
  const { merchant_id, livemode, id, warnings, failing_since } = row;
  const said = await runner.run(warn, {
    merchant_id,
    livemode,
    endpoint_id: id,
    warnings,
    failing_since,
    percent,
    disabled_reason: disabledReason,
    now,
    facts: [fact],
  });
  return said.length === 1;
}
