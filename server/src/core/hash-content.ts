import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of what came with a client_id: what says the same has the same, however the UUID is spelled. */
export function hashContent<T extends { readonly client_id?: string | undefined }>(body: T): Buffer {
  const content = body.client_id === undefined ? body : { ...body, client_id: body.client_id.toLowerCase() };
  return createHash('sha256').update(canonicalJson(content)).digest();
}
