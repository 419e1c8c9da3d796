import { createHash } from 'node:crypto';
import type { Operation } from '@cottontree/contract';
import type { FastifyRequest } from 'fastify';
import { keyIn, type Caller, type Idempotency } from '../kernel/call/call.ts';
import { canonicalJson, hashCanonically } from '../kernel/effect/canonical-json.ts';
import { invalid } from '../kernel/call/failure.ts';
import { inTurns, type WorkStep } from '../kernel/running/in-turns.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import type { AdmittedRequest } from './admitted-request.ts';

/**
 * The request's Idempotency-Key, within the space of whoever sends it, with a SHA-256 over method, path, query, canonical
 * body, and what else must be equal for the first answer to be given again; null without the header.
 */
export async function idempotencyOf(
  request: FastifyRequest,
  operation: Operation,
  { admitted, take }: { readonly admitted: AdmittedRequest; readonly take: WorkStep },
): Promise<Idempotency | null> {
  const { caller, space } = admitted;
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
  }
  const hash = createHash('sha256').update(`${request.method} ${pathOf(request)}\n`);
  await inTurns(hashCanonically(hash, request.body), take);
  return {
    key: keyIn(space, key),
    hash: hash.update(onlyFor(operation, caller, { key, address: request.ip })).digest(),
  };
}

/** The query belongs to what is asked for, in whatever order its fields come. */
function pathOf({ url, query }: FastifyRequest): string {
  const path = url.split('?')[0] ?? '';
  return Object.keys(query as object).length === 0 ? path : `${path}?${canonicalJson(query)}`;
}

/** A UUID of 122 or of 74 random bits; no other form says of itself that it was drawn by chance, however long it is. */
const DRAWN_BY_CHANCE = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * What else must be equal. A key that is shown once is shown again to nobody but who asked. And everybody has a public key,
 * so that whoever guesses what another buyer sent would get that buyer's answer: it stays in the network that asked first,
 * unless the Idempotency-Key cannot be guessed. In another network it is refused and not done once more, for it may be the
 * same buyer, on the move.
 */
function onlyFor(
  { showsOnce }: Operation,
  caller: Caller | null,
  { key, address }: { readonly key: string; readonly address: string },
): string {
  if (caller?.kind === 'public') return DRAWN_BY_CHANCE.test(key) ? '' : `\nfrom ${networkOf(address)}`;
  return caller?.kind === 'secret' && showsOnce ? `\nby ${caller.keyFamily}` : '';
}
