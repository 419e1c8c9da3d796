import type { Runtime } from '../runtime.ts';
import { archivedSettings, connectionFromUrl, openEmbedded } from '../store/index.ts';
import type { Surroundings } from './answer.ts';

/** How the owner of the database connects to it, past any pooling proxy. */
export type OwnerConnection = Runtime['ownerConnection'];

/** Opens the database that the configuration names, as it is: not migrated, without a secret key. */
export async function withDatabase<T>(
  { config, log }: Surroundings,
  work: (connection: OwnerConnection) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null)
    return work(connectionFromUrl(config.databaseDirectUrl ?? config.databaseUrl));
  return withEmbedded({ config, log }, work);
}

/** Opens the embedded database, whichever the configuration names. */
export async function withEmbedded<T>(
  around: Surroundings,
  work: (connection: OwnerConnection) => Promise<T>,
): Promise<T> {
  const embedded = await openEmbeddedFor(around);
  try {
    return await work(embedded.connection);
  } finally {
    await embedded.stop();
  }
}

export function openEmbeddedFor({ config, log }: Surroundings): ReturnType<typeof openEmbedded> {
  const settings = archivedSettings(config.archive);
  return openEmbedded({ dataDir: config.dataDir, log, purpose: 'command', settings });
}
