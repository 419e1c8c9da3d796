import type { Input, Operations, Payment, TicketOrder } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import { sameBytes } from '../../../kernel/secrets/vault.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { networkOf } from '../../../kernel/web/network-of.ts';
import type { Events } from '../module.ts';
import { orderNotFound } from './change-order.ts';
import { createTicketOrder } from './create-ticket-order.ts';
import { hashSecret } from './new-order.ts';
import { findOrder } from './orders.queries.ts';
import { payTicketOrder } from './pay-ticket-order.ts';
import { cancelTicketOrder, getTicketOrder, updateTicketOrder } from './ticket-orders.ts';

/** As `createTicketOrder`, from a page. */
export async function createPublicTicketOrder(
  input: Input<Operations['createPublicTicketOrder']>,
  call: Call,
  module: Events,
): Promise<Reply<TicketOrder>> {
  takeHoldTurn(module, call);
  return createTicketOrder(input, call, module);
}

/** As `getTicketOrder`, from a page with the order's client_secret. */
export async function getPublicTicketOrder(
  input: Input<Operations['getPublicTicketOrder']>,
  call: Call,
  module: Events,
): Promise<Reply<TicketOrder>> {
  await requireClientSecret(module, call, { id: input.params.id, secret: input.query.client_secret });
  return getTicketOrder(input, call, module);
}

/** As `updateTicketOrder`, from a page with the order's client_secret. */
export async function updatePublicTicketOrder(
  input: Input<Operations['updatePublicTicketOrder']>,
  call: Call,
  module: Events,
): Promise<Reply<TicketOrder>> {
  const secret = input.body.client_secret ?? undefined;
  await requireClientSecret(module, call, { id: input.params.id, secret });
  return updateTicketOrder(input, call, module);
}

/** As `cancelTicketOrder`, from a page with the order's client_secret. */
export async function cancelPublicTicketOrder(
  input: Input<Operations['cancelPublicTicketOrder']>,
  call: Call,
  module: Events,
): Promise<Reply<TicketOrder>> {
  await requireClientSecret(module, call, { id: input.params.id, secret: input.body.client_secret });
  return cancelTicketOrder(input, call, module);
}

/** As `payTicketOrder`, from a page with the order's client_secret. */
export async function payPublicTicketOrder(
  input: Input<Operations['payPublicTicketOrder']>,
  call: Call,
  module: Events,
): Promise<Reply<Payment | TicketOrder>> {
  await requireClientSecret(module, call, { id: input.params.id, secret: input.body.client_secret });
  return payTicketOrder(input, call, module);
}

/** Lets a page with a public key near one order only: the one whose client_secret it brings. A secret key needs none. */
async function requireClientSecret(
  module: Events,
  call: Call,
  { id, secret }: { readonly id: string; readonly secret: string | undefined },
): Promise<void> {
  if (call.caller.kind === 'secret') return;
  const sent = secret ?? call.credentials['X-Client-Secret'];
  const row = sent === undefined ? undefined : await findOrder(module.store.of(call.tenant), call.tenant, id);
  if (!row || sent === undefined || !sameBytes(hashSecret(sent), row.client_secret_hash))
    throw orderNotFound(id);
}

/** From one address in a minute, so that a single page cannot hold a whole event. */
const HOLDS_PER_MINUTE = 30;

/** Refuses whoever asked for tickets too often from one address by a public key. */
export function takeHoldTurn(module: Events, call: Call): void {
  if (call.caller.kind !== 'public') return;
  const waitSeconds = module.holdLimit.take(
    `${call.tenant.merchantId}:${networkOf(call.address)}`,
    HOLDS_PER_MINUTE,
  );
  if (waitSeconds === 0) return;
  throw new Failure(
    'RATE_LIMITED',
    `More than ${HOLDS_PER_MINUTE} orders came from this address within a minute. Wait and send the same request again.`,
    { retryAfterSeconds: waitSeconds },
  );
}
