import { formatMoney, type DispatchClaim, type Input, type Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { deliveryNotFound } from '../deliveries/move-delivery.ts';
import { noteAudit } from '../dispatch/audit.ts';
import type { Shipping } from '../module.ts';
import { amountOf } from '../pricing/price-request.ts';
import { approvedClaims, findAnyClaim, lockClaimedJob, type ClaimRow } from './claims.queries.ts';
import { claimNotFound, closeClaim } from './close-claim.ts';
import { coverLeft, presentDispatchClaim } from './claims.ts';

/** Approves or rejects a claim; what is approved is owed to the merchant in the same transaction. */
export async function decideClaim(
  { params, body }: Input<Operations['decideClaim']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<DispatchClaim>> {
  operatorsOnly(call);
  const row = await findAnyClaim(module.store.system, params.id);
  if (!row) throw claimNotFound(params.id);
  const tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  return effect<DispatchClaim>(
    module,
    { tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const approved = body.approve
          ? approvedOf(await asCoveredNow(tx, tenant, row), body.amount)
          : rejectedOf(body.amount);
        const status = body.approve ? 'approved' : 'rejected';
        const closed = await closeClaim(tx, tenant, {
          row,
          status,
          approved,
          decidedBy: call.operator.id,
          decision: body.decision,
          wallClock: module.world.now(),
        });
        await noteAudit(
          tx,
          {
            tenant,
            jobNumber: row.job_number,
            action: 'decideClaim',
            details: {
              claim_id: row.id,
              status,
              approved: approved === null ? null : String(approved),
              decision: body.decision,
            },
          },
          { call, module },
        );
        return reply(presentDispatchClaim(closed, module.settings));
      },
    },
  );
}

/** The claim with what its cover has left, held until the decision is written: other claims of the delivery may have been paid since it was made. */
async function asCoveredNow(tx: Runner, tenant: Tenant, row: ClaimRow): Promise<ClaimRow> {
  const job = await lockClaimedJob(tx, tenant, row.job_number);
  if (!job) throw deliveryNotFound(row.job_number);
  const others = (await approvedClaims(tx, tenant, row.job_number)).filter(({ id }) => id !== row.id);
  const left = coverLeft(job, row.type, others);
  return { ...row, covered: left < row.covered ? left : row.covered };
}

/** What is claimed as far as it is covered, unless less is named. */
function approvedOf({ amount, covered, currency }: ClaimRow, named: number | string | undefined): bigint {
  const known = currency;
  const approved =
    named === undefined
      ? amount < covered
        ? amount
        : covered
      : amountOf(named, { path: 'amount', currency: known });
  if (approved === 0n)
    throw invalid({ path: 'amount', message: 'must be more than 0; send approve false to pay nothing' });
  if (approved > amount)
    throw invalid({
      path: 'amount',
      message: `must be at most ${formatMoney(amount, known)}, which is what is claimed`,
    });
  if (approved > covered)
    throw invalid({
      path: 'amount',
      message: `must be at most ${formatMoney(covered, known)}, which is what the claim covers still`,
    });
  return approved;
}

function rejectedOf(named: number | string | undefined): null {
  if (named !== undefined)
    throw invalid({ path: 'amount', message: 'must be left out where approve is false' });
  return null;
}
