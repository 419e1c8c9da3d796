import { toMajor, type Input, type Operations, type SignedAmount } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Payments } from '../module.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import { signAmount } from './sign-amount.ts';

const EXPIRES_IN_SECONDS = 3_600;

/** Vouches for an amount that a page with a public key may then ask for. */
export async function createSignedAmount(
  { body }: Input<Operations['createSignedAmount']>,
  { tenant, caller, now }: Call,
  module: Payments,
): Promise<Reply<SignedAmount>> {
  const currency = body.currency ?? caller.merchant.currency;
  const amountMinor = readSomeMoney(body.amount, { path: 'amount', currency });
  // Whole seconds, as the token says it.
  const expiresAt = new Date(
    Math.floor(now.getTime() / 1_000 + (body.expires_in ?? EXPIRES_IN_SECONDS)) * 1_000,
  );
  const reference = body.reference ?? null;
  const token = signAmount(module, tenant, { amountMinor, currency, reference, expiresAt });
  return reply({
    token,
    amount: toMajor(amountMinor, currency),
    currency,
    reference,
    expires_at: expiresAt.toISOString(),
  });
}
