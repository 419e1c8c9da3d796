import type { World } from '../running/world.ts';

const HOUR_MS = 3_600_000;
const HOUR_BYTES = 2;
const HOURS = 2 ** (8 * HOUR_BYTES);
const RANDOM_BYTES = 14;

/**
 * The unguessable part of the address of a page or a file: 112 random bits behind the hour in which it was made, in
 * base64url. So those of one hour stand together in an index, and a new one finds its place there in memory: tokens of
 * chance alone touched another page of the index with each row, which PostgreSQL then writes into its log whole.
 */
export function makeLinkToken({ systemNow, randomBytes }: Pick<World, 'systemNow' | 'randomBytes'>): string {
  const token = Buffer.alloc(HOUR_BYTES + RANDOM_BYTES);
  token.writeUInt16BE(Math.floor(systemNow().getTime() / HOUR_MS) % HOURS);
  randomBytes(RANDOM_BYTES).copy(token, HOUR_BYTES);
  return token.toString('base64url');
}
