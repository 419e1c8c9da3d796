import { verifyPath, type DeliveryStatus, type HandoffType } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { sameBytes } from '../../../kernel/secrets/vault.ts';
import type { DeliveryRow } from './deliveries.queries.ts';
import { isSearchedAgain } from './is-waiting.ts';
import { tooManyGuesses } from './move-delivery.ts';

/** Wrong codes that may be tried for one handoff. */
export const CODE_ATTEMPTS_MAX = 5;
/** Wrong codes of one merchant in one hour, over all its deliveries. */
export const CODE_FAILURES_PER_HOUR_MAX = 50;
/** Under which purpose the vault fingerprints codes. */
export const CODE_PURPOSE = 'handoff-code';

export type CodeGiven = {
  readonly type: HandoffType;
  /** Of the code given, under every key that may have made the one that is kept. */
  readonly macs: readonly Buffer[];
  readonly secondsToNextHour: number;
  /** What must hold beside the code. */
  readonly require?: ((row: DeliveryRow) => void) | undefined;
};

export type CodeVerdict =
  | { readonly kind: 'move'; readonly path: readonly DeliveryStatus[] }
  | { readonly kind: 'repeated' }
  /** Counted where it was a guess that could have opened the handoff. */
  | { readonly kind: 'wrong'; readonly counted: boolean };

/** What a code does to a delivery as it stands. Refusals that count nothing are thrown, in the documented order. */
export function judgeCode(row: DeliveryRow, given: CodeGiven): CodeVerdict {
  const way = verifyPath(given.type, row.status);
  if (way.kind === 'not_active') {
    throw new Failure(
      'DELIVERY_NOT_ACTIVE',
      `Delivery ${row.job_number} is ${row.status}; its codes no longer count.`,
      { details: { status: row.status } },
    );
  }
  if (way.kind === 'too_early' || isSearchedAgain(row)) {
    const awaited =
      given.type === 'delivery'
        ? 'after pickup'
        : way.kind === 'too_early'
          ? 'once a driver is assigned'
          : 'once it has a driver again';
    throw new Failure(
      'HANDOFF_NOT_READY',
      `Delivery ${row.job_number} is ${row.status}; its ${given.type} code can be verified ${awaited}.`,
      { details: { status: row.status } },
    );
  }
  const kept = given.type === 'pickup' ? row.pickup_code_mac : row.delivery_code_mac;
  const right = given.macs.some((mac) => sameBytes(kept, mac));
  if (way.kind !== 'move') return right ? { kind: 'repeated' } : { kind: 'wrong', counted: false };
  if (attemptsOf(row, given.type) >= CODE_ATTEMPTS_MAX) {
    throw new Failure(
      'HANDOFF_LOCKED',
      `The ${given.type} handoff of ${row.job_number} is locked after ${CODE_ATTEMPTS_MAX} wrong codes. Only a new code unlocks it.`,
      { details: { attempts_left: 0 } },
    );
  }
  if ((row.guess_failures ?? 0) >= CODE_FAILURES_PER_HOUR_MAX) throw tooManyGuesses(given.secondsToNextHour);
  given.require?.(row);
  return right ? { kind: 'move', path: way.path } : { kind: 'wrong', counted: true };
}

/** Wrong codes tried so far. */
export function attemptsOf(
  row: Pick<DeliveryRow, 'pickup_attempts' | 'delivery_attempts'>,
  type: HandoffType,
): number {
  return type === 'pickup' ? row.pickup_attempts : row.delivery_attempts;
}
