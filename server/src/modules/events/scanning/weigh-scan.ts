import type { ScanResult } from '@cottontree/contract';
import type { ScanAttempt } from './attempt.ts';
import { judgeScan } from './judge-scan.ts';
import { proveCode, type Refusal } from './prove-code.ts';
import type { FoundScan } from './look-up.queries.ts';
import type { CounterStep } from './record.queries.ts';
import { countInside, insideWith, placeAmong, roomAt } from './room-at.ts';
import type { Passage } from './scan-log.queries.ts';

/** Where a ticket stands at the entrance. */
export type Standing = {
  /** Admissions that were not undone. */
  readonly entries: number;
  /** Persons inside. */
  readonly inside: number;
  readonly first: FirstAdmission | null;
};

export type FirstAdmission = {
  readonly scanId: string;
  readonly at: Date;
  readonly gate: string | null;
  readonly device: string | null;
};

/** What a scan comes to. */
export type Weighed = {
  readonly result: Exclude<ScanResult, 'undone'>;
  /** What stands against it, also where it was let through all the same. */
  readonly refusal: Refusal | null;
  readonly forced: boolean;
  readonly conflict: boolean;
  /** Whether it is a ticket of this event. */
  readonly known: boolean;
  readonly before: Standing;
  readonly after: Standing;
};

/** Of what is no ticket of this event nothing is told. */
const NOBODY: Standing = Object.freeze({ entries: 0, inside: 0, first: null });

export type Weighing = {
  readonly scanId: string;
  /** Who came and went on the ticket, where this scan may have happened before some of it; null: it is the latest. */
  readonly passages: readonly Passage[] | null;
};

/** Decides a scan by what is known of its ticket. Its decision holds only while the ticket is as it was read. */
export function weighScan(found: FoundScan, attempt: ScanAttempt, { scanId, passages }: Weighing): Weighed {
  const proven = proveCode(found, attempt.code, {
    eventId: attempt.eventId,
    livemode: attempt.tenant.livemode,
  });
  const refusal = judgeScan(found, proven, {
    direction: attempt.direction,
    gate: attempt.gate,
    at: attempt.judgedAt,
    ...roomAt(attempt.at, found, passages),
  });
  const forced = attempt.force && refusal?.forcible === true;
  const passed = attempt.direction === 'out' ? 'exited' : 'admitted';
  const result = attempt.offline ?? (refusal === null || forced ? passed : 'rejected');
  const known = proven.refusal === null;
  const before = known ? standingOf(found) : NOBODY;
  const after =
    known && result !== 'rejected'
      ? standingAfter(before, { attempt, scanId, passages, result, admits: found.admits ?? 1 })
      : before;
  return {
    result,
    refusal,
    forced,
    conflict: attempt.offline === 'admitted' && refusal !== null,
    known,
    before,
    after,
  };
}

/** Where the ticket stands as it was read. */
export function standingOf({
  entries,
  inside,
  first_scan_id,
  first_at,
  first_gate,
  first_device,
}: Pick<
  FoundScan,
  'entries' | 'inside' | 'first_scan_id' | 'first_at' | 'first_gate' | 'first_device'
>): Standing {
  const first =
    first_scan_id === null || first_at === null
      ? null
      : { scanId: first_scan_id, at: first_at, gate: first_gate, device: first_device };
  return { entries: entries ?? 0, inside: inside ?? 0, first };
}

type Passed = Weighing & {
  readonly attempt: ScanAttempt;
  readonly result: Passage['result'];
  readonly admits: number;
};

function standingAfter(
  { entries, inside: insideBefore, first }: Standing,
  { attempt, scanId, passages, result, admits }: Passed,
): Standing {
  const { at } = attempt;
  const inside =
    passages === null
      ? insideWith(insideBefore, result, admits)
      : countInside(placeAmong(passages, { result, at }), admits);
  if (result === 'exited') return { entries, inside, first };
  const own = {
    scanId,
    at,
    gate: attempt.gate,
    device: attempt.scanner.deviceName ?? attempt.scanner.deviceId,
  };
  return {
    entries: entries + 1,
    inside,
    first: first === null || isBefore(own, first) ? own : first,
  };
}

/** The same whichever of two doors is heard first; doors of the same millisecond are in the order of their names. */
function isBefore(one: FirstAdmission, other: FirstAdmission): boolean {
  const difference = one.at.getTime() - other.at.getTime();
  return difference < 0 || (difference === 0 && (one.device ?? '') < (other.device ?? ''));
}

const MINUTE_MS = 60_000;

type CountedSteps = {
  readonly gate: string | null;
  readonly typeId: string | null;
  readonly at: Date;
  readonly result: Exclude<ScanResult, 'undone'>;
  readonly before: Standing;
  readonly after: Standing;
};

/** The minute of a moment, as counters name it. */
export function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MS);
}

/** By how much the figures of its gate, its ticket type and its minute change with a scan. */
export function countSteps({
  gate,
  typeId,
  at,
  result,
  before,
  after,
}: CountedSteps): readonly CounterStep[] {
  const step = {
    tickets: Math.sign(after.entries) - Math.sign(before.entries),
    entries: after.entries - before.entries,
    inside: after.inside - before.inside,
    rejected: result === 'rejected' ? 1 : 0,
  };
  const steps: CounterStep[] = [
    { dimension: 'gate', name: gate ?? '', ...step },
    { dimension: 'type', name: typeId ?? '', ...step },
  ];
  return step.entries === 0
    ? steps
    : [...steps, { dimension: 'minute', name: String(minuteOf(at)), ...step }];
}
