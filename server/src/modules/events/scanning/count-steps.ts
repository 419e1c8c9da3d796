import type { ScanResult } from '@cottontree/contract';
import type { CounterStep } from './record.queries.ts';
import type { Standing } from './weigh-scan.ts';

const MINUTE_MS = 60_000;

export type CountedSteps = {
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
