import {
  claimStatuses,
  statusesBefore,
  type ClaimStatus,
  type ClaimType,
  type Currency,
  type DeliveryStatus,
} from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { postingStatements, postingsToJson, type Posting } from '../../ledger/index.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { findOwner, json, statement, text, texts, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal, ofJob, ofMode, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

/** Claims that somebody has to decide still, in SQL; the index claims_open names the same statuses. */
export const TO_DECIDE = `IN (${statusesBefore('claim', 'approved')
  .map((status) => `'${status}'`)
  .join(', ')})`;

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const NEW = {
  ...KEY,
  id: 'text',
  job_number: 'text',
  type: text<ClaimType>(),
  currency: text<Currency>(),
  amount: 'int8',
  covered: 'int8',
  note: 'text?',
  photos: 'text[]',
  created_at: 'timestamptz',
  status: text<ClaimStatus>(),
} as const;
const ROW = {
  ...NEW,
  approved: 'int8?',
  decided_by: 'text?',
  decision: 'text?',
  decided_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(ROW)
  .map((name) => `c.${name}`)
  .join(', ');

/** Everything that happens to the claims of a delivery happens one after another, so that its proof is held as long as one is open. */
const lockJob = statement({
  name: 'claims.lockJob',
  params: { ...KEY, job_number: 'text' },
  row: {
    order_number: 'text',
    transaction_id: 'text',
    status: text<DeliveryStatus>(),
    currency: text<Currency>(),
    shipping_fee: 'int8',
    declared_value: 'text?',
    insured: 'bool',
    picked_up_at: 'timestamptz?',
    ended_at: 'timestamptz?',
    clock: 'timestamptz?',
  },
  sql: `SELECT d.order_number, d.transaction_id, d.status, d.currency, d.shipping_fee, d.details ->> 'declared_value' AS declared_value,
          jsonb_path_exists(d.details, '$.fee_breakdown[*] ? (@.code == "insurance" && @.amount > 0)') AS insured,
          d.picked_up_at, coalesce(d.delivered_at, d.failed_at, d.cancelled_at) AS ended_at, k.frozen_at AS clock
        FROM deliveries d LEFT JOIN test_clocks k ON k.merchant_id = d.merchant_id AND k.livemode = d.livemode
        WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = :job_number FOR UPDATE OF d`,
});

const insert = statement({
  name: 'claims.insert',
  params: NEW,
  row: ROW,
  sql: `INSERT INTO claims AS c (${Object.keys(NEW).join(', ')}) VALUES (${Object.keys(NEW)
    .map((name) => `:${name}`)
    .join(', ')})
        ON CONFLICT (merchant_id, livemode, job_number, type) WHERE status ${TO_DECIDE} DO NOTHING RETURNING ${COLUMNS}`,
});

const open = statement({
  name: 'claims.open',
  params: { ...KEY, job_number: 'text' },
  row: { id: 'text', type: text<ClaimType>() },
  sql: `SELECT id, type FROM claims WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number AND status ${TO_DECIDE}`,
});

/** What was approved for a delivery, claim by claim. */
const paid = statement({
  name: 'claims.approved',
  params: { ...KEY, job_number: 'text' },
  row: { id: 'text', type: text<ClaimType>(), approved: 'int8?' },
  sql: `SELECT id, type, approved FROM claims WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number AND status = 'approved'`,
});

/** The decision, what it announces and what it posts are one statement: of two deciders one changes something. Where the recipient is forgotten already, so is what the claim said. */
const close = statement({
  name: 'claims.close',
  params: {
    ...KEY,
    id: 'text',
    status: text<ClaimStatus>(),
    approved: 'int8?',
    decided_by: 'text?',
    decision: 'text?',
    decided_at: 'timestamptz',
    facts: json<readonly Fact[]>(),
    postings: 'jsonb',
    from: texts<ClaimStatus>(),
  },
  row: ROW,
  sql: `WITH closed AS (
          UPDATE claims c SET status = :status, approved = :approved, decided_by = :decided_by, decision = :decision, decided_at = :decided_at,
            note = CASE WHEN d.erased_at IS NULL THEN c.note END, photos = CASE WHEN d.erased_at IS NULL THEN c.photos ELSE '{}' END
          FROM deliveries d WHERE d.merchant_id = c.merchant_id AND d.livemode = c.livemode AND d.job_number = c.job_number
            AND c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = :id AND c.status = ANY (:from) RETURNING ${COLUMNS}
        ), announced AS (
          ${announcement({ source: 'closed', entity: 'id', facts: ':facts' })}
        ), ${postingStatements({ source: 'closed', postings: ':postings' })}
        SELECT ${COLUMNS} FROM closed c`,
});

const find = statement({
  name: 'claims.find',
  params: { ...KEY, id: 'text' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM claims c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = :id`,
});

const LISTED = {
  from: 'claims c',
  row: ROW,
  sorts: { created_at: byTime('c.created_at') },
  filters: {
    status: several('c.status', claimStatuses),
    type: equal('c.type'),
    job_number: ofJob('c.job_number'),
  },
} as const;

/** A merchant's claims. */
export const claimList = list('listClaims', LISTED);

/** The claims within a dispatcher's reach. */
export const reachedClaimList = list('listDispatchClaims', {
  ...LISTED,
  of: 'reach',
  filters: { ...LISTED.filters, livemode: ofMode('c.livemode') },
});

export type ClaimRow = ValuesOf<typeof ROW>;
export type NewClaim = Omit<ValuesOf<typeof NEW>, keyof typeof KEY>;
export type ClaimedJob = ValuesOf<(typeof lockJob)['row']>;
export type ApprovedClaim = ValuesOf<(typeof paid)['row']>;
export type ClaimEnd = {
  readonly id: string;
  readonly status: Exclude<ClaimStatus, 'open'>;
  readonly approved: bigint | null;
  readonly decided_by: string | null;
  readonly decision: string | null;
  readonly decided_at: Date;
};

/** What claims need to know of a delivery, held until the transaction ends; undefined when there is none. */
export async function lockClaimedJob(
  tx: Runner,
  tenant: Tenant,
  jobNumber: string,
): Promise<ClaimedJob | undefined> {
  return (await tx.run(lockJob, { ...keyOf(tenant), job_number: jobNumber }))[0];
}

/** Undefined where a claim of the type is to be decided for the delivery. */
export async function insertClaim(
  tx: Runner,
  tenant: Tenant,
  claim: NewClaim,
): Promise<ClaimRow | undefined> {
  return (await tx.run(insert, { ...keyOf(tenant), ...claim }))[0];
}

export async function openClaims(
  tx: Runner,
  tenant: Tenant,
  jobNumber: string,
): Promise<readonly { readonly id: string; readonly type: string }[]> {
  return tx.run(open, { ...keyOf(tenant), job_number: jobNumber });
}

/** What was approved for a delivery before; whoever holds the delivery sees all of it. */
export async function approvedClaims(
  tx: Runner,
  tenant: Tenant,
  jobNumber: string,
): Promise<readonly ApprovedClaim[]> {
  return tx.run(paid, { ...keyOf(tenant), job_number: jobNumber });
}

/** Undefined where the claim cannot end so from where it is. */
export async function closeClaimRow(
  tx: Runner,
  tenant: Tenant,
  {
    end,
    facts,
    postings,
  }: { readonly end: ClaimEnd; readonly facts: readonly Fact[]; readonly postings: readonly Posting[] },
): Promise<ClaimRow | undefined> {
  const from = statusesBefore('claim', end.status);
  const told = { facts, postings: postingsToJson(postings) };
  return (await tx.run(close, { ...keyOf(tenant), ...told, ...end, from }))[0];
}

export async function findClaim(runner: Runner, tenant: Tenant, id: string): Promise<ClaimRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** A claim of whatever merchant. */
export async function findAnyClaim(system: Runner, id: string): Promise<ClaimRow | undefined> {
  const owner = await findOwner(system, 'claim', id);
  return owner && (await system.run(find, { ...owner, id }))[0];
}
