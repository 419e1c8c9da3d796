import {
  baseFolder,
  baseOf,
  readManifestName,
  readRangeName,
  segmentStart,
  type BasePlace,
  type LogRange,
  type WholeBase,
} from './names.ts';
import type { ArchiveStorage, StoredObject } from './storage.ts';

const DAY_MS = 86_400_000;

/** What stands in the storage of one lineage: its whole base copies, oldest first, and its log. */
export type ArchivedLineage = { readonly bases: readonly WholeBase[]; readonly ranges: readonly LogRange[] };

export function readObjects(objects: readonly StoredObject[]): ArchivedLineage {
  return {
    bases: objects.flatMap(({ name }) => readManifestName(name) ?? []).toSorted(byPlace),
    ranges: objects
      .flatMap(({ name }) => readRangeName(name) ?? [])
      .toSorted((one, other) => (one.from < other.from ? -1 : 1)),
  };
}

type Keeping = {
  readonly now: Date;
  readonly keepDays: number;
};

/**
 * What of a lineage is over, while no base copy is under way: copies before the last one that is older than so many
 * days, copies that were cut short, and the log before. With a copy's manifest it goes first: what is half gone is not taken for whole.
 */
export function whatIsOver(objects: readonly StoredObject[], { now, keepDays }: Keeping): readonly string[] {
  const { bases, ranges } = readObjects(objects);
  const oldestMs = now.getTime() - keepDays * DAY_MS;
  const first = bases.findLast(({ at }) => at.getTime() <= oldestMs) ?? bases[0];
  const kept = new Set(bases.filter(({ from }) => first && from >= first.from).map(({ id }) => id));
  const isOver = ({ id }: BasePlace): boolean => !kept.has(id);
  const over = objects.flatMap(({ name }) => {
    const place = baseOf(name);
    return place !== null && isOver(place) ? [{ name, place }] : [];
  });
  const manifests = over.filter(({ name }) => readManifestName(name) !== null);
  const parts = over.filter(({ name, place }) => name.startsWith(`${baseFolder(place)}part-`));
  return [
    ...[...manifests, ...parts].map(({ name }) => name),
    ...ranges.filter(({ to }) => first && to <= segmentStart(first.from)).map(({ name }) => name),
  ];
}

/** Removes what is over; answers how many objects those were. */
export async function pruneArchive(
  storage: ArchiveStorage,
  { lineage, ...keeping }: Keeping & { readonly lineage: string },
): Promise<number> {
  const over = whatIsOver(await storage.list(`${lineage}/`), keeping);
  for (const name of over) await storage.remove(name);
  return over.length;
}

/** Clocks go wrong, the log goes on. */
function byPlace(one: WholeBase, other: WholeBase): number {
  return one.from < other.from ? -1 : 1;
}
