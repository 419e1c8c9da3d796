import { migrate, type MigrateOptions } from './migrate.ts';

/** Thrown before anything was touched. */
export class UnmigratedError extends Error {
  override readonly name = 'UnmigratedError';
}

type Wish = Pick<MigrateOptions, 'connection' | 'log'> & {
  /** Whether a schema of before is refused too, rather than brought up to date. */
  readonly olderToo: boolean;
};

/** Throws an `UnmigratedError` where the schema is not there, which is more likely the wrong database than a new one. */
export async function refuseUnmigrated({ connection, log, olderToo }: Wish): Promise<void> {
  const { version, migrations } = await migrate({ connection, log, dryRun: true });
  if (version === 0)
    throw new UnmigratedError(
      'The database is empty: is it the right one? Only start, migrate and restore fill it.',
    );
  if (olderToo && migrations.length > 0)
    throw new UnmigratedError(
      `The database is at version ${version}, and this program would have to migrate it first (${migrations.join(', ')}). Nothing was touched: run migrate, or start the server. A backup of how it is now is made by the program of before.`,
    );
}
