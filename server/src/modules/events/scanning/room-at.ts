import type { FoundScan } from './look-up.queries.ts';
import type { Passage } from './scan-log.queries.ts';

type Came = Pick<Passage, 'result'>;

/** What the ticket has room for: as it was read, or when it happened, where the scan may lie before others that were told earlier. */
export function roomAt(
  at: Date,
  found: Pick<FoundScan, 're_entry' | 'entries' | 'inside' | 'admits'>,
  passages: readonly Passage[] | null,
): { readonly isInside: boolean; readonly hasRoom: boolean } {
  const { re_entry } = found;
  const [entries, inside, admits] = [found.entries ?? 0, found.inside ?? 0, found.admits ?? 1];
  const isInside =
    (passages === null
      ? inside
      : countInside(
          passages.filter((one) => one.at <= at),
          admits,
        )) > 0;
  if (re_entry === 'unlimited') return { isInside, hasRoom: true };
  if (re_entry === 'none') return { isInside, hasRoom: entries < admits };
  if (passages === null) return { isInside, hasRoom: inside < admits };
  const withIt = placeAmong(passages, { result: 'admitted', at });
  return { isInside, hasRoom: countTooMany(withIt, admits) === countTooMany(passages, admits) };
}

/** Who came and went, with one more in its place. */
export function placeAmong(passages: readonly Passage[], one: Came & { readonly at: Date }): readonly Came[] {
  return [...passages.filter(({ at }) => at <= one.at), one, ...passages.filter(({ at }) => at > one.at)];
}

/** How many are inside after all who came and went on a ticket, in that order. */
export function countInside(passages: readonly Came[], admits: number): number {
  return passages.reduce((inside, { result }) => insideWith(inside, result, admits), 0);
}

/** How many of them came while as many as the ticket admits were inside. */
function countTooMany(passages: readonly Came[], admits: number): number {
  return passages.filter(
    ({ result }, index) => result === 'admitted' && countInside(passages.slice(0, index), admits) >= admits,
  ).length;
}

export function insideWith(inside: number, result: Passage['result'], admits: number): number {
  return result === 'exited' ? Math.max(0, inside - 1) : Math.min(admits, inside + 1);
}
