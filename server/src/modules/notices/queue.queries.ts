import type { NoticeChannel, NoticeLocale } from '@cottontree/contract';
import { json, statement, text, type Runner, type ValuesOf } from '../../store/index.ts';
import type { NoticeFacts } from './notice-facts.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', created_at: 'timestamptz', id: 'text' } as const;
const DUE = {
  ...KEY,
  kind: 'text',
  audience: 'text',
  channel: 'text',
  entity: 'text',
  address: 'bytea?',
  locale: text<NoticeLocale>(),
  facts: json<NoticeFacts>(),
  attempts: 'int2',
  email: 'text',
  time_zone: 'text',
} as const;

/** What thousands are told at once is 1, as the index has it. */
const MASS = `CASE WHEN kind IN ('event_changed', 'event_cancelled') THEN 1 ELSE 0 END`;
const dueOf = (mass: 0 | 1, rowsMax: string): string =>
  `SELECT merchant_id, livemode, created_at, id FROM notices WHERE status = 'queued' AND channel = :channel AND ${MASS} = ${mass} AND run_at <= :now
            ORDER BY run_at LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED`;

/**
 * What is taken is due again when its lease ends, so that it is sent although whoever took it dies. What thousands are told
 * at once goes last: meanwhile somebody may stand at a door without a code.
 */
export const CLAIM = statement({
  name: 'notices.claim',
  params: {
    channel: text<NoticeChannel>(),
    now: 'timestamptz',
    lease_until: 'timestamptz',
    rows_max: 'int4',
  },
  row: DUE,
  sql: `WITH urgent AS (
          ${dueOf(0, ':rows_max::int')}
        ), mass AS (
          ${dueOf(1, '(:rows_max - (SELECT count(*) FROM urgent))')}
        ), due AS (SELECT * FROM urgent UNION ALL SELECT * FROM mass)
        UPDATE notices n SET run_at = :lease_until, attempts = n.attempts + 1 FROM due d JOIN merchants m ON m.id = d.merchant_id
        WHERE n.merchant_id = d.merchant_id AND n.livemode = d.livemode AND n.created_at = d.created_at AND n.id = d.id
        RETURNING n.merchant_id, n.livemode, n.created_at, n.id, n.kind, n.audience, n.channel, n.entity, n.address, n.locale, n.facts, n.attempts, m.email, m.time_zone`,
});

/** Without effect where somebody else took it meanwhile, or a receipt was faster. */
const settle = statement({
  name: 'notices.settle',
  params: {
    ...KEY,
    attempts: 'int2',
    status: 'text',
    reason: 'text?',
    run_at: 'timestamptz',
    provider_id: 'text?',
    sent_at: 'timestamptz?',
    attempts_after: 'int2',
  },
  row: { id: 'text' },
  sql: `UPDATE notices SET status = :status, reason = :reason, run_at = :run_at, provider_id = :provider_id, sent_at = :sent_at, attempts = :attempts_after
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND created_at = :created_at AND id = :id AND attempts = :attempts AND status = 'queued' RETURNING id`,
});

/** A receipt may come before the answer to the request that it is about. */
const receive = statement({
  name: 'notices.receive',
  params: {
    created_from: 'timestamptz',
    created_to: 'timestamptz',
    id: 'text',
    status: 'text',
    reason: 'text?',
    now: 'timestamptz',
  },
  row: { id: 'text' },
  sql: `UPDATE notices SET status = :status, reason = :reason, sent_at = coalesce(sent_at, :now), delivered_at = CASE :status WHEN 'delivered' THEN :now END
        WHERE created_at >= :created_from AND created_at < :created_to AND id = :id AND (status = 'sent' OR (status = 'queued' AND attempts > 0)) RETURNING id`,
});

/** Uses up so much of a limit, unless it would be more than there is. */
const use = statement({
  name: 'notices.useAllowance',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    subject: 'text',
    period: 'timestamptz',
    step: 'int8',
    most: 'int8',
  },
  row: { used: 'int8' },
  sql: `INSERT INTO notice_counters AS c (merchant_id, livemode, subject, period, used)
        SELECT :merchant_id, :livemode, :subject, :period, :step::bigint WHERE :step <= :most::bigint
        ON CONFLICT (merchant_id, livemode, subject, period) DO UPDATE SET used = c.used + excluded.used WHERE c.used + excluded.used <= :most RETURNING used`,
});

const dropCounters = statement({
  name: 'notices.dropOldCounters',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { period: 'timestamptz' },
  sql: `DELETE FROM notice_counters WHERE ctid = ANY (ARRAY(SELECT ctid FROM notice_counters WHERE period < :before LIMIT :rows_max FOR UPDATE SKIP LOCKED)) RETURNING period`,
});

export type DueNotice = ValuesOf<typeof DUE>;
export type Settled = Pick<
  ValuesOf<(typeof settle)['params']>,
  'status' | 'reason' | 'run_at' | 'provider_id' | 'sent_at' | 'attempts_after'
>;
export type NoticeAllowance = ValuesOf<(typeof use)['params']>;

/** Takes what is due, for as long as the lease. */
export async function claimNotices(
  system: Runner,
  wanted: ValuesOf<(typeof CLAIM)['params']>,
): Promise<readonly DueNotice[]> {
  return system.run(CLAIM, wanted);
}

export async function settleNotice(
  system: Runner,
  { merchant_id, livemode, created_at, id, attempts }: DueNotice,
  settled: Settled,
): Promise<void> {
  await system.run(settle, { merchant_id, livemode, created_at, id, attempts, ...settled });
}

/** Whether the receipt told something new. */
export async function receiveReceipt(
  system: Runner,
  receipt: ValuesOf<(typeof receive)['params']>,
): Promise<boolean> {
  return (await system.run(receive, receipt)).length > 0;
}

/** False when the limit is used up; then nothing was counted. */
export async function takeAllowance(runner: Runner, wanted: NoticeAllowance): Promise<boolean> {
  return (await runner.run(use, wanted)).length > 0;
}

export async function dropOldCounters(system: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await system.run(dropCounters, { before, rows_max: rowsMax })).length;
}
