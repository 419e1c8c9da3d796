import { createHash } from 'node:crypto';
import { keyIn } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply } from '../../../kernel/call/reply.ts';
import { findJob, type Job } from '../deliveries/jobs.queries.ts';
import type { Shipping } from '../module.ts';
import { tryCode } from '../deliveries/try-code.ts';
import { findCourierByPhone } from './describe-jobs.queries.ts';

export type CodeByText = {
  readonly from: string;
  readonly jobNumber: string;
  readonly code: string;
  readonly textId: string;
};

type Told =
  | 'picked_up'
  | 'delivered'
  | 'already'
  | 'locked'
  | 'not_ready'
  | 'not_active'
  | 'not_yours'
  | 'paused';
export type CodeOutcome =
  | { readonly kind: Told }
  | { readonly kind: 'wrong_code'; readonly attemptsLeft: number };

/** A courier without data enters a code by text message: pickup or delivery, by where the job stands. It counts as any other try. */
export async function verifyByText(module: Shipping, given: CodeByText): Promise<CodeOutcome> {
  const { system } = module.store;
  const job = await findJob(system, given.jobNumber);
  const courier =
    job && job.driverId !== null
      ? await findCourierByPhone(system, { phone: given.from, id: job.driverId })
      : undefined;
  if (!courier || !job) return { kind: 'not_yours' };
  const idempotency = {
    key: keyIn(courier.id, `sms:${given.textId}`),
    hash: createHash('sha256').update(`${given.jobNumber} ${given.code}`).digest(),
  };
  const now = job.clock ?? module.world.now();
  try {
    const { data } = await effect(
      module,
      { tenant: job.tenant, idempotency },
      {
        work: async (runner) => {
          const { changed } = await tryCode(runner, module, {
            key: { tenant: job.tenant, jobNumber: given.jobNumber },
            type: typeOf(job),
            code: given.code,
            moment: { at: now, recordedAt: now },
            by: { actor_type: 'driver', actor: courier.name },
            admit: (row) => {
              if (row.driver_id !== courier.id)
                throw new Failure('DELIVERY_NOT_FOUND', `There is no delivery ${given.jobNumber}.`);
            },
          });
          return reply({ changed });
        },
      },
    );
    return { kind: !data.changed ? 'already' : typeOf(job) === 'pickup' ? 'picked_up' : 'delivered' };
  } catch (error) {
    if (error instanceof Failure) return outcomeOf(error);
    throw error;
  }
}

function typeOf({ status }: Job): 'pickup' | 'delivery' {
  return status === 'pending' || status === 'assigned' ? 'pickup' : 'delivery';
}

const OUTCOMES: Readonly<Partial<Record<Failure['code'], Told>>> = Object.freeze({
  HANDOFF_LOCKED: 'locked',
  HANDOFF_NOT_READY: 'not_ready',
  DELIVERY_NOT_ACTIVE: 'not_active',
  DELIVERY_NOT_FOUND: 'not_yours',
  RATE_LIMITED: 'paused',
});

function outcomeOf(failure: Failure): CodeOutcome {
  if (failure.code === 'INVALID_HANDOFF_CODE')
    return { kind: 'wrong_code', attemptsLeft: Number(failure.details?.['attempts_left'] ?? 0) };
  const kind = OUTCOMES[failure.code];
  if (kind === undefined) throw failure;
  return { kind };
}
