import { createHash } from 'node:crypto';
import { encodeId, idRandomBytes, makeId } from '@cottontree/contract';
import type { Idempotency } from '../../../kernel/call/call.ts';
import type { World } from '../../../kernel/running/world.ts';

const ID_BYTES = 16;

/** The id of a payment that a page's form begins: the same where the form is sent twice. `about`: what the page shows. */
export function formPaymentId(world: World, about: string, idempotency: Idempotency | null): string {
  if (idempotency === null) return makeId('pay_', world.now().getTime(), world.randomBytes(idRandomBytes));
  return encodeId(
    'pay_',
    createHash('sha256').update(`${about}:${idempotency.key}`).digest().subarray(0, ID_BYTES),
  );
}
