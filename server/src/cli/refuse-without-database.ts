import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Throws a sentence where there is no database: to make one there would take a wrong folder for the right one, and a backup of nothing for a backup. */
export async function refuseWithoutDatabase(place: Place): Promise<void> {
  const why = await whyNoDatabase(place);
  if (why !== null) throw new Error(why);
}

/** Why a command has nothing to work on; null where there is a database. */
export async function whyNoDatabase({ databaseUrl, dataDir }: Place): Promise<string | null> {
  if (databaseUrl !== null) return null;
  const trouble = await stat(join(dataDir, 'postgres')).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (trouble !== 'ENOENT') return null;
  return `There is no database in ${dataDir}: go where the server was started, or name its folder in DATA_DIR or its database in DATABASE_URL.`;
}
