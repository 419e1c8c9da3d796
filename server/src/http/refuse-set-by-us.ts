import { writtenByServer, type Operation } from '@cottontree/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../kernel/call/call.ts';
import { invalid } from '../kernel/call/failure.ts';
import { refuseReadOnly } from '../kernel/shape/read-only.ts';
import { showMode } from '../kernel/call/tenant.ts';
import { perOperation } from './per-operation.ts';

const fieldsOf = perOperation(writtenByServer);

type Sent = Pick<FastifyRequest, 'body' | 'params'>;

/**
 * Refuses what only we write of something that is to be made, but for what is known of it beforehand: its mode, and what
 * its path names. Null says that nothing is meant.
 */
export function refuseSetByUs(operation: Operation, { body, params }: Sent, caller: Caller | null): void {
  const fields = fieldsOf(operation);
  if (fields.length === 0 || typeof body !== 'object' || body === null) return;
  const given = body as Readonly<Record<string, unknown>>;
  const named = new Set<unknown>(Object.values((params ?? {}) as object));
  const meant = fields.filter((field) => given[field] !== undefined && given[field] !== null);
  const unknown = meant.filter((field) => !named.has(given[field]));
  if (unknown.length > 0) refuseReadOnly(unknown, given, caller ? showMode(caller.tenant.livemode) : {});
}

/** Refuses a body that names another merchant or mode than the key's: nothing would come of it but the wrong thing. */
export function refuseOtherTenant({ body: schema }: Operation, body: unknown, { tenant }: Caller): void {
  if (typeof body !== 'object' || body === null) return;
  const given = body as Readonly<Record<string, unknown>>;
  const named = (name: string): boolean => given[name] !== undefined && !(name in (schema?.properties ?? {}));
  const mode = tenant.livemode ? 'live' : 'test';
  if (named('mode') && given['mode'] === (tenant.livemode ? 'test' : 'live')) throw otherMode('mode', mode);
  if (named('livemode') && given['livemode'] !== tenant.livemode) throw otherMode('livemode', mode);
  if (named('merchant_id') && given['merchant_id'] !== tenant.merchantId)
    throw invalid({
      path: 'merchant_id',
      message: 'must be left out: it is that of the key which calls. Use a key of the other merchant',
    });
}

function otherMode(path: string, mode: 'live' | 'test') {
  return invalid({
    path,
    message: `must be left out: the key which calls is a ${mode} key, and does everything in that mode. Use a key of the other mode`,
  });
}
