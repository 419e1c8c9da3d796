import type { Bench } from './row.ts';

/** What is measured in turn with others: `once` runs for so many seconds and gives one figure or several. */
export type Subject<Figure> = { readonly name: string; readonly once: (seconds: number) => Promise<Figure> };

/** Runs the subjects in turn, round after round, every second round backwards; answers each one's figures. */
export async function interleave<Figure>(
  { plan, say }: Bench,
  subjects: readonly Subject<Figure>[],
): Promise<ReadonlyMap<string, readonly Figure[]>> {
  const figures = new Map<string, Figure[]>(subjects.map(({ name }) => [name, []]));
  for (const subject of subjects) await subject.once(plan.warmSeconds);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const figure = await subject.once(plan.seconds);
      figures.get(subject.name)?.push(figure);
      say(
        `  round ${round + 1}/${plan.rounds}: ${subject.name}: ${JSON.stringify(figure, (_key, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value))}`,
      );
    }
  }
  return figures;
}

/** The middle one of some figures of a subject; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** The median of one figure of a subject over its rounds. */
export function medianOf<Figure>(
  figures: ReadonlyMap<string, readonly Figure[]>,
  name: string,
  read: (figure: Figure) => number,
): number {
  return median((figures.get(name) ?? []).map(read));
}

/** The value below which this share of the values lies; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`;
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const times = (value: number): string => value.toFixed(2);
