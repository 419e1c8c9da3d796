import { createHash } from 'node:crypto';
import { hashCanonically } from './canonical-json.ts';
import { inTurns } from '../running/in-turns.ts';

/**
 * SHA-256 of what came with a client_id: what says the same has the same, however the UUID is spelled. Fields that nobody
 * reads are in it, so a large body is hashed in turns: before anything is held that others wait for.
 */
export async function hashContent(body: object): Promise<Buffer> {
  const clientId = 'client_id' in body ? body.client_id : undefined;
  const content = typeof clientId === 'string' ? { ...body, client_id: clientId.toLowerCase() } : body;
  const hash = createHash('sha256');
  await inTurns(hashCanonically(hash, content));
  return hash.digest();
}
