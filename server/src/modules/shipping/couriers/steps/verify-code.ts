import {
  normaliseCode,
  type DriverJob,
  type HandoffType,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import { invalid } from '../../../../kernel/call/failure.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import type { Shipping } from '../../module.ts';
import { tryCode } from '../../deliveries/try-code.ts';
import { requireCash, type CashGiven } from './collected-cash.ts';
import { placeOf } from './place-of.ts';
import { requireProof } from './required-proof.ts';
import { ownRow, takeStep, type Step } from './take-step.ts';

export type CodeOfCourier = {
  readonly type: HandoffType;
  readonly code: string | number;
  readonly recipient_name?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly cod_collected?: CashGiven;
};

/** The courier enters the code that the merchant or the recipient has told him. */
export async function verifyCode(
  input: Input<Operations['verifyCode']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: codeEntry(input.body) });
}

/** Entering a code; it shares its counter with the merchant's own verification. */
export function codeEntry(given: CodeOfCourier): Step {
  const code = normaliseCode(given.code);
  if (code === null) throw invalid({ path: 'code', message: 'must be six digits' });
  return async ({ key, driver, moment }, runner, module) =>
    tryCode(runner, module, {
      key,
      type: given.type,
      code,
      moment,
      by: { actor_type: 'driver', actor: driver.name },
      recipientName: given.recipient_name ?? null,
      place: placeOf(given),
      admit: (row) => ownRow(row, { driver }),
      require: (row) => {
        if (given.type === 'pickup') return;
        requireProof(row, { withCode: true });
        requireCash(row, given.cod_collected);
      },
    });
}
