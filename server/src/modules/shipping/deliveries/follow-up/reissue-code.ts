import {
  makeHandoffCode,
  nextStatuses,
  normaliseJobNumber,
  verifyPath,
  type Delivery,
  type HandoffType,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { type Fact, FACT_SECRET, newFact } from '../../../../outbox/index.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries.queries.ts';
import { unchanged } from '../delivery-change.ts';
import { CODE_PURPOSE } from '../judge-code.ts';
import { deliveryNotFound, moveDelivery } from '../move-delivery.ts';
import type { Shipping } from '../../module.ts';
import { detailsOf, presentDelivery } from '../present-delivery.ts';

/** How often each of the two codes can be made anew. */
export const REISSUES_MAX = 3;

/** Gives a handoff a new code with five fresh tries; the old code dies with it. */
export async function reissueCode(
  { params, body }: Input<Operations['reissueCode']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const decide = (row: DeliveryRow): DeliveryChange =>
        reissued(row, { type: body.type, now: call.now, module });
      const { row } = await moveDelivery(
        runner,
        { tenant: call.tenant, jobNumber },
        { decide, wallClock: module.world.now() },
      );
      return reply(presentDelivery(row, module));
    },
  });
}

/** The change that makes a code anew; refuses where it is past, will never come, or was made anew too often. */
export function reissued(
  row: DeliveryRow,
  {
    type,
    now,
    module,
  }: { readonly type: HandoffType; readonly now: Date; readonly module: Pick<Shipping, 'world' | 'vault'> },
): DeliveryChange {
  const status = row.status;
  const way = verifyPath(type, status);
  if (way.kind === 'not_active')
    throw new Failure(
      'DELIVERY_NOT_ACTIVE',
      `Delivery ${row.job_number} is ${status}; its codes no longer count.`,
      { details: { status } },
    );
  if (way.kind === 'passed') {
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is ${status}; its ${type} is done and needs no code.`,
      { details: { from: status, to: status, allowed: nextStatuses(status) } },
    );
  }
  const before = type === 'pickup' ? row.pickup_reissues : row.delivery_reissues;
  if (before >= REISSUES_MAX) {
    throw new Failure(
      'TOO_MANY_REISSUES',
      `The ${type} code of ${row.job_number} was made anew ${REISSUES_MAX} times. Ask the dispatcher to hand the parcel over by override.`,
      { details: { reissues_left: 0 } },
    );
  }
  return {
    ...unchanged(row, now),
    ...codeColumns(row, { type, module }),
    facts: [reissuedFact(row, { type, reissuesLeft: REISSUES_MAX - before - 1, now })],
  };
}

function codeColumns(
  row: DeliveryRow,
  { type, module }: { readonly type: HandoffType; readonly module: Pick<Shipping, 'world' | 'vault'> },
): Partial<DeliveryChange> {
  const { vault, world } = module;
  const details = detailsOf(row);
  const phones = [details.recipient_phone, details.recipient_phone_alt, details.pickup_contact_phone].filter(
    (phone) => phone !== null,
  );
  const former = vault
    .open(type === 'pickup' ? row.pickup_code : row.delivery_code, FACT_SECRET)
    .toString('utf8');
  const other = vault
    .open(type === 'pickup' ? row.delivery_code : row.pickup_code, FACT_SECRET)
    .toString('utf8');
  // The last six digits of a "phone" are what a code must not be, so the former code is ruled out as one.
  const code = makeHandoffCode(world.randomInt, [...phones, former], other);
  const sealed = vault.seal(code, FACT_SECRET);
  const mac = vault.fingerprint(CODE_PURPOSE, row.job_number, type, code);
  return type === 'pickup'
    ? {
        pickup_code: sealed,
        pickup_code_mac: mac,
        pickup_attempts: 0,
        pickup_reissues: row.pickup_reissues + 1,
      }
    : {
        delivery_code: sealed,
        delivery_code_mac: mac,
        delivery_attempts: 0,
        delivery_reissues: row.delivery_reissues + 1,
      };
}

function reissuedFact(
  row: DeliveryRow,
  {
    type,
    reissuesLeft,
    now,
  }: { readonly type: HandoffType; readonly reissuesLeft: number; readonly now: Date },
): Fact {
  return newFact({
    kind: 'shipping.code.reissued',
    sequence: row.version + 1,
    at: now.toISOString(),
    facts: {
      job_number: row.job_number,
      order_number: row.order_number,
      transaction_id: row.transaction_id,
      type,
      reissues_left: reissuesLeft,
    },
  });
}
