import { Session } from 'node:inspector/promises';

/**
 * Gives back what starting took and serving does not need, some 40 MB; by itself the engine would keep it for minutes.
 * It is one pause, as any full collection.
 */
export async function settleMemory(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
