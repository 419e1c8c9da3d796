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
  const settings = archivedSettings(config.archive);
  const embedded = await openEmbedded({ dataDir: config.dataDir, log, purpose: 'command', settings });
  try {
    return await work(embedded.connection);
  } finally {
    await embedded.stop();
  }
}
