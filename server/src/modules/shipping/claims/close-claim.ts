import { statusesAfter, statusesBefore, toMajor } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { releaseFiles } from '../../files/index.ts';
import type { Posting } from '../../ledger/index.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Runner } from '../../../store/index.ts';
import { CASH_ACCOUNTS } from '../deliveries/cash-postings.ts';
import { deliveryNotFound } from '../deliveries/move-delivery.ts';
import {
  closeClaimRow,
  findClaim,
  lockClaimedJob,
  openClaims,
  type ClaimedJob,
  type ClaimEnd,
  type ClaimRow,
} from './claims.queries.ts';

const EXPENSE = 'claims_expense';

export type ClaimClosing = {
  readonly row: ClaimRow;
  readonly status: ClaimEnd['status'];
  readonly approved: bigint | null;
  readonly decidedBy: string | null;
  readonly decision: string | null;
  readonly wallClock: Date;
};

/** Ends an open claim with all that follows: money, message, and files that need not be kept any more. */
export async function closeClaim(
  tx: Runner,
  tenant: Tenant,
  { row, status, approved, decidedBy, decision, wallClock }: ClaimClosing,
): Promise<ClaimRow> {
  const job = await lockClaimedJob(tx, tenant, row.job_number);
  if (!job) throw deliveryNotFound(row.job_number);
  const end: ClaimEnd = {
    id: row.id,
    status,
    approved,
    decided_by: decidedBy,
    decision,
    decided_at: job.clock ?? wallClock,
  };
  const closed = await closeClaimRow(tx, tenant, {
    end,
    facts: [claimFact(row, job, end)],
    postings: claimPostings(row, end),
  });
  if (!closed) throw claimConflict((await findClaim(tx, tenant, row.id)) ?? row, status);
  await releaseFiles(tx, tenant, row.id);
  if ((await openClaims(tx, tenant, row.job_number)).length === 0)
    await releaseFiles(tx, tenant, row.job_number);
  return closed;
}

export function claimNotFound(id: string): Failure {
  return new Failure('CLAIM_NOT_FOUND', `There is no claim ${id.slice(0, 64)}.`);
}

export function claimConflict(
  { id, status }: Pick<ClaimRow, 'id' | 'status'>,
  to: ClaimEnd['status'],
): Failure {
  const before = statusesBefore('claim', to).join(' or ');
  return new Failure(
    'STATE_CONFLICT',
    `The claim ${id} is ${status}; only one that is ${before} can be ${to}.`,
    {
      details: { from: status, to, allowed: statusesAfter('claim', status) },
    },
  );
}

function claimFact(row: ClaimRow, job: ClaimedJob, end: ClaimEnd): Fact {
  return newFact({
    kind: 'shipping.claim.updated',
    sequence: 1,
    at: end.decided_at.toISOString(),
    facts: {
      claim_id: row.id,
      job_number: row.job_number,
      order_number: job.order_number,
      transaction_id: job.transaction_id,
      type: row.type,
      status: end.status,
      approved_amount: end.approved === null ? null : toMajor(end.approved, row.currency),
      decision: end.decision,
    },
  });
}

/** What is approved is owed to the merchant. */
function claimPostings(
  { id, currency }: ClaimRow,
  { approved, decided_at: at }: ClaimEnd,
): readonly Posting[] {
  if (approved === null) return [];
  return [
    {
      id: `ltx_${id}_approved`,
      kind: 'claim.approved',
      subject: id,
      currency,
      at,
      entries: [
        { account: EXPENSE, amount: approved },
        { account: CASH_ACCOUNTS.merchant, amount: -approved },
      ],
    },
  ];
}
