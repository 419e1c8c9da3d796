import type { Migration, MigrationFiles } from './read-migrations.ts';

/** Why the schema cannot be brought up to date, with what to do about it. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

/** A row of the history, which the database keeps of itself. */
export type Applied = { readonly version: number; readonly name: string; readonly checksum: string };

/** What brings a database from where it stands to where the files lead, in this order. */
export type MigrationPath = {
  readonly unfolded: readonly Migration[];
  /** What is then noted as applied instead of the unfolded steps, because it makes the same. */
  readonly folded: readonly Migration[];
  readonly pending: readonly Migration[];
  /** Where that leads; 0 for an empty database. */
  readonly version: number;
  /** Whether nothing is left then. */
  readonly isWhole: boolean;
};

/** What is still to do, once files and history agree. `upTo`: and no further than that version. */
export function choosePath(
  { migrations, unfolded }: MigrationFiles,
  applied: readonly Applied[],
  upTo: number | undefined,
): MigrationPath {
  const folded = migrations.filter(({ isFolded }) => isFolded);
  const firstFolded = folded[0]?.version ?? 0;
  const [oldest] = applied;
  const isOfBefore =
    oldest === undefined
      ? upTo !== undefined && upTo > 0 && upTo < firstFolded
      : oldest.version < firstFolded;
  if (!isOfBefore) {
    const pending = choosePending(migrations, applied, upTo);
    return { unfolded: [], folded: [], pending, ...leads(migrations, pending.at(-1) ?? applied.at(-1)) };
  }
  const stays = upTo !== undefined && upTo < firstFolded;
  const steps = chooseUnfolded(unfolded, applied, stays ? upTo : undefined);
  if (stays)
    return {
      unfolded: steps,
      folded: [],
      pending: [],
      version: (steps.at(-1) ?? applied.at(-1))?.version ?? 0,
      isWhole: false,
    };
  const pending = choosePending(migrations, folded, upTo);
  return { unfolded: steps, folded, pending, ...leads(migrations, pending.at(-1) ?? folded.at(-1)) };
}

function leads(
  migrations: readonly Migration[],
  last: { readonly version: number } | undefined,
): Pick<MigrationPath, 'version' | 'isWhole'> {
  const version = last?.version ?? 0;
  return { version, isWhole: version === migrations.at(-1)?.version };
}

function chooseUnfolded(
  unfolded: readonly Migration[],
  applied: readonly Applied[],
  upTo: number | undefined,
): readonly Migration[] {
  if (unfolded.length > 0) return choosePending(unfolded, applied, upTo);
  const reached = applied.at(-1);
  throw new MigrationError(
    reached
      ? `The database is at version ${reached.version} (${reached.name}), which this program knows no more: start a release that still has server/migrations/unfolded, and then this one.`
      : `There is no migration with the number ${upTo}: this program knows nothing from before its first.`,
  );
}

function choosePending(
  migrations: readonly Migration[],
  applied: readonly Applied[],
  upTo: number | undefined,
): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const [newest, reached] = [migrations.at(-1)?.version ?? 0, applied.at(-1)?.version ?? 0];
  if (reached > newest) {
    throw new MigrationError(
      `The database is at version ${reached} (${applied.at(-1)?.name}), newer than this program, which knows ${newest}: start the release that migrated it, or a newer one.`,
    );
  }
  for (const { version, name, checksum } of applied) {
    const file = known.get(version);
    if (!file)
      throw new MigrationError(`${name}.sql was applied to this database and is missing: put the file back.`);
    if (file.checksum !== checksum && !file.formerly.includes(checksum))
      throw new MigrationError(
        `${file.name}.sql has changed since it was applied (as ${name}): put it back as it was, and bring the change in a new file.`,
      );
  }
  const done = new Set(applied.map(({ version }) => version));
  const pending = migrations.filter(({ version }) => !done.has(version));
  const late = pending.find(({ version }) => version < reached);
  if (late)
    throw new MigrationError(
      `${late.name}.sql comes before version ${reached}, which is applied already: give it the number ${newest + 1}.`,
    );
  if (upTo !== undefined && upTo !== 0 && !known.has(upTo))
    throw new MigrationError(`There is no migration with the number ${upTo}; the newest is ${newest}.`);
  return pending.filter(({ version }) => upTo === undefined || version <= upTo);
}
