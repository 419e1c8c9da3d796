import { amountMark, type Operation } from '@cottontree/contract';
import type { FastifyReply } from 'fastify';
import { perOperation } from './per-operation.ts';

/** Tells caches that another value of a header of the request gets another answer. */
export function varyBy(reply: FastifyReply, ...names: readonly string[]): void {
  const told = String(reply.getHeader('vary') ?? '')
    .split(', ')
    .filter(Boolean);
  const known = told.map((name) => name.toLowerCase());
  const fresh = names.filter((name) => !known.includes(name.toLowerCase()));
  if (fresh.length > 0) reply.header('vary', [...told, ...fresh].join(', '));
}

/** The headers by which an operation chooses the form of what it reads: CSV, events, amounts as text. */
export const choosesBy = perOperation(({ method, list, events, answer }: Operation): readonly string[] => [
  ...(list || events !== undefined ? ['Accept'] : []),
  ...(method === 'GET' && JSON.stringify(answer).includes(`"${amountMark}"`) ? ['X-Amount-Format'] : []),
]);
