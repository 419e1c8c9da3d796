import { ArchiveError } from './archive-options.ts';
import { isLineage, segmentStart, type LogRange, type WholeBase } from './names.ts';
import { readObjects, type ArchivedLineage } from './prune-archive.ts';
import type { StoredObject } from './storage.ts';

export type RestorePlan = {
  readonly base: WholeBase;
  /** Without a hole from where the copy begins; they may overlap. */
  readonly ranges: readonly LogRange[];
  /** Whatever was committed before this can be restored from them. */
  readonly until: Date;
  /** Whether the times in the log say where to stop; else all of the ranges is replayed, because a clock was ahead for a while. */
  readonly stopsByTime: boolean;
};

export type RestoreWish = {
  /** Null: as late as there is. */
  readonly at: Date | null;
  /** Null: whichever has that moment. */
  readonly lineage: string | null;
};

/** Chooses base copy and log for a moment; throws an `ArchiveError` that names the moments there are. */
export function planRestore(objects: readonly StoredObject[], wish: RestoreWish): RestorePlan {
  const lineages = lineagesOf(objects).filter(([name]) => wish.lineage === null || wish.lineage === name);
  const spans = lineages.flatMap(([, archived]) => spansOf(archived));
  if (spans.length === 0)
    throw new ArchiveError(
      wish.lineage === null
        ? 'There is no whole base copy in BACKUP_TO: is it the right one, and was it given to the server?'
        : `There is no whole base copy of ${wish.lineage} in BACKUP_TO.`,
    );
  return wish.at === null ? latestOf(spans) : spanAt(spans, wish.at);
}

/** A base copy with the log after it: from when until when it can be restored. */
type Span = RestorePlan & {
  /** The first stretch beyond a hole in the log, which nothing reaches any more; null where there is none. */
  readonly beyond: LogRange | null;
};

function lineagesOf(objects: readonly StoredObject[]): readonly (readonly [string, ArchivedLineage])[] {
  const byLineage = new Map<string, StoredObject[]>();
  for (const object of objects) {
    const lineage = object.name.slice(0, object.name.indexOf('/'));
    if (isLineage(lineage)) byLineage.set(lineage, [...(byLineage.get(lineage) ?? []), object]);
  }
  return [...byLineage].map(([name, found]) => [name, readObjects(found)] as const);
}

function spansOf({ bases, ranges }: ArchivedLineage): readonly Span[] {
  return bases.flatMap((base) => {
    const chain = chainFrom(base, ranges);
    const end = chain.at(-1);
    if (end === undefined || end.to < base.consistent) return [];
    const untilMs = Math.max(base.at.getTime(), ...chain.map(({ until }) => until.getTime()));
    // What a writer that was overtaken still sent counts for nothing.
    const follows = ({ timeline, writer, from }: LogRange): boolean =>
      timeline === base.timeline && writer >= end.writer && from > end.to;
    const beyond = ranges.find(follows) ?? null;
    return [{ base, ranges: chain, until: new Date(untilMs), stopsByTime: true, beyond }];
  });
}

/** The log from where a copy begins, up to the first hole. Where a writer came after another, what is the later one's counts. */
export function chainFrom(
  { timeline, from }: Pick<WholeBase, 'timeline' | 'from'>,
  ranges: readonly LogRange[],
): readonly LogRange[] {
  const chain: LogRange[] = [];
  let reached = segmentStart(from);
  for (const range of ranges.filter((one) => one.timeline === timeline).flatMap(withoutOvertaken)) {
    if (range.to <= reached) continue;
    if (range.from > reached) break;
    chain.push(range);
    reached = range.to;
  }
  return chain;
}

/** A stretch up to where a later writer begins, of which nobody knows until when it is; nothing, where it began before. */
function withoutOvertaken(range: LogRange, _place: number, ranges: readonly LogRange[]): readonly LogRange[] {
  const later = ranges.filter(({ writer, from }) => writer > range.writer && from < range.to);
  const end = later.reduce((least, { from }) => (from < least ? from : least), range.to);
  if (end === range.to) return [range];
  return end <= range.from ? [] : [{ ...range, to: end, until: new Date(0) }];
}

/** Two that went on at once are two businesses: nobody but the operator knows which is meant. */
function latestOf(spans: readonly Span[]): RestorePlan {
  const last = newest(spans);
  const others = spans.filter(
    ({ base, until }) =>
      base.lineage !== last.base.lineage && until.getTime() > last.until.getTime() - SAME_TIME_MS,
  );
  refuseSeveral([last, ...others]);
  refuseHole(last);
  return last;
}

/** Whoever asks for the latest would lose, without a word, what came after a stretch that was deleted. */
function refuseHole({ base, ranges, until, beyond }: Span): void {
  if (beyond === null) return;
  throw new ArchiveError(
    `Log is missing in ${base.lineage}, between ${ranges.at(-1)?.name ?? base.manifest} and ${beyond.name}: what was committed from there on cannot be restored. The latest moment before it: --at ${until.toISOString()}`,
  );
}

const SAME_TIME_MS = 600_000;

function spanAt(spans: readonly Span[], at: Date): RestorePlan {
  const fitting = spans.filter(({ base, until }) => base.at <= at && at <= until);
  if (fitting.length === 0)
    throw new ArchiveError(`${at.toISOString()} cannot be restored. ${tellSpans(spans)}`);
  const lineages = [...new Map(fitting.toSorted(byBase).map((span) => [span.base.lineage, span])).values()];
  refuseSeveral(lineages);
  // The base copy that leaves least to replay.
  return upTo(lineages[0] ?? newest(fitting), at);
}

/**
 * No more of the log than the moment takes: what came later is not fetched, takes no room, and may be damaged. Where a
 * stretch that is earlier by its times comes after one that is later, the clock was ahead and was put right: PostgreSQL
 * would stop where it went ahead, so the stretches up to the moment are replayed whole.
 */
function upTo(span: Span, at: Date): RestorePlan {
  const { base, ranges } = span;
  const last = ranges.findIndex((range) => range.to >= base.consistent && range.until > at);
  if (last < 0) return span;
  const reached = ranges.findLastIndex(({ until }) => until <= at && until.getTime() > 0);
  const stopsByTime = reached < last;
  const end = stopsByTime ? last : reached;
  const until = ranges[end]?.until ?? span.until;
  return { base, ranges: ranges.slice(0, end + 1), until, stopsByTime };
}

function refuseSeveral(spans: readonly Span[]): void {
  if (new Set(spans.map(({ base }) => base.lineage)).size < 2) return;
  throw new ArchiveError(
    `Several data directories archived that moment. Say which with --lineage. ${tellSpans(spans)}`,
  );
}

function newest(spans: readonly Span[]): Span {
  return spans.reduce((one, other) =>
    other.until > one.until || (other.until.getTime() === one.until.getTime() && other.base.id > one.base.id)
      ? other
      : one,
  );
}

function byBase(one: Span, other: Span): number {
  return one.base.id < other.base.id ? -1 : 1;
}

/** `There is: … from 2026-11-20T12:05:00.000Z to …`. */
function tellSpans(spans: readonly Span[]): string {
  const merged = new Map<string, { from: Date; until: Date }[]>();
  for (const { base, until } of spans.toSorted(byBase)) {
    const known = merged.get(base.lineage) ?? [];
    const last = known.at(-1);
    if (last && base.at <= last.until) last.until = until > last.until ? until : last.until;
    else merged.set(base.lineage, [...known, { from: base.at, until }]);
  }
  const told = [...merged].flatMap(([lineage, stretches]) =>
    stretches.map(({ from, until }) => `${lineage} from ${from.toISOString()} to ${until.toISOString()}`),
  );
  return `There is: ${told.join('; ')}.`;
}
