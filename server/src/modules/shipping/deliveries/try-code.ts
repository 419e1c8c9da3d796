import type { HandoffType } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import { moved, unchanged, type Cause, type Moment } from './delivery-change.ts';
import type { DeliveryChange, DeliveryRow, JobKey } from './deliveries.queries.ts';
import {
  attemptsOf,
  CODE_ATTEMPTS_MAX,
  CODE_FAILURES_PER_HOUR_MAX,
  CODE_PURPOSE,
  judgeCode,
  type CodeVerdict,
} from './judge-code.ts';
import { guessesOf, moveDelivery, type Moved } from './move-delivery.ts';
import type { Shipping } from '../module.ts';
import { proofOf } from './proof.ts';

/** A handoff code as somebody enters it, by whatever way it came. */
export type CodeTry = {
  readonly key: JobKey;
  readonly type: HandoffType;
  /** Six digits. */
  readonly code: string;
  readonly by: Pick<Cause, 'actor_type' | 'actor'>;
  readonly moment: Moment;
  /** Who took the parcel, and where that was. */
  readonly recipientName?: string | null;
  readonly place?: { readonly lat: number; readonly lng: number } | null;
  /** Looks at the delivery before anything else: refuses whoever may not know of it. */
  readonly admit?: (row: DeliveryRow) => void;
  /** What must hold beside the code; asked when the code would be compared, so that nothing is told to a locked handoff. */
  readonly require?: (row: DeliveryRow) => void;
  /** Whether cash was taken at the door that a payment had settled. */
  readonly tookCash?: (row: DeliveryRow) => boolean;
};

/**
 * Tries a handoff code and, where it is right, moves the delivery on; a wrong one is counted before it is
 * told. The one way for API, courier's app and SMS: they share its counter. Needs no transaction around it.
 */
export async function tryCode(
  runner: Runner,
  module: Pick<Shipping, 'vault' | 'world' | 'wake'>,
  tried: CodeTry,
): Promise<Moved> {
  const { key, type } = tried;
  const wallClock = module.world.now();
  const given = {
    type,
    macs: module.vault.fingerprints(CODE_PURPOSE, key.jobNumber, type, tried.code),
    secondsToNextHour: secondsToNextHour(wallClock),
  };
  const judged: { verdict: CodeVerdict } = { verdict: { kind: 'repeated' } };
  const decide = (row: DeliveryRow): DeliveryChange | null => {
    tried.admit?.(row);
    judged.verdict = judgeCode(row, { ...given, require: tried.require });
    return changeFor(row, { verdict: judged.verdict, tried, wallClock });
  };
  const result = await moveDelivery(runner, key, { decide, wallClock });
  if (judged.verdict.kind === 'wrong') throw wrongCode(result.row, type, judged.verdict.counted);
  return result;
}

type Judged = { readonly verdict: CodeVerdict; readonly tried: CodeTry; readonly wallClock: Date };

function changeFor(row: DeliveryRow, { verdict, tried, wallClock }: Judged): DeliveryChange | null {
  if (verdict.kind === 'repeated' || (verdict.kind === 'wrong' && !verdict.counted)) return null;
  if (verdict.kind === 'move') {
    const note = tried.recipientName ? `Taken by ${tried.recipientName}` : null;
    const change = moved(row, {
      path: verdict.path,
      cause: { ...tried.by, note },
      moment: tried.moment,
      verifies: true,
      tookCash: tried.tookCash?.(row) ?? false,
    });
    return tried.type === 'delivery' ? { ...change, proof: proofWith(row, tried) } : change;
  }
  const attempts = attemptsOf(row, tried.type) + 1;
  const guess = guessesOf(wallClock);
  return {
    ...unchanged(row, tried.moment.recordedAt),
    ...(tried.type === 'pickup' ? { pickup_attempts: attempts } : { delivery_attempts: attempts }),
    guess_subject: guess.subject,
    guess_hour: guess.hour,
    guesses_max: CODE_FAILURES_PER_HOUR_MAX,
  };
}

/** Who took it and where is proof as well. */
function proofWith(row: DeliveryRow, { recipientName, place, moment }: CodeTry): DeliveryRow['proof'] {
  if (!recipientName && !place) return row.proof;
  const before = proofOf(row);
  const where = place ?? { lat: before.lat, lng: before.lng };
  return {
    ...before,
    recipient_name: recipientName ?? before.recipient_name,
    at: moment.at.toISOString(),
    lat: where.lat,
    lng: where.lng,
  };
}

function wrongCode(row: DeliveryRow, type: HandoffType, counted: boolean): Failure {
  const left = CODE_ATTEMPTS_MAX - attemptsOf(row, type);
  return new Failure(
    'INVALID_HANDOFF_CODE',
    `Incorrect ${type} code. ${left} ${left === 1 ? 'attempt' : 'attempts'} left.`,
    { details: { attempts_left: left }, kept: counted },
  );
}

function secondsToNextHour(now: Date): number {
  return 3_600 - (Math.floor(now.getTime() / 1_000) % 3_600);
}
