import { isCurrency, type Currency } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { sameBytes } from '../../../kernel/secrets/vault.ts';

/** An amount that a merchant's server has vouched for. */
export type SignedTerms = {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly reference: string | null;
  readonly expiresAt: Date;
};

const PURPOSE = 'signed-amount';
const FORM = /^sa1\.([\w-]{1,400})\.([\w-]{43})$/;

/** The token that stands for an amount; whoever has it can use it for that and nothing else. */
export function signAmount(
  { vault }: Pick<Context, 'vault'>,
  { merchantId, livemode }: Tenant,
  { amountMinor, currency, reference, expiresAt }: SignedTerms,
): string {
  const said = Buffer.from(
    JSON.stringify([
      merchantId,
      livemode,
      String(amountMinor),
      currency,
      reference,
      Math.floor(expiresAt.getTime() / 1_000),
    ]),
  ).toString('base64url');
  return `sa1.${said}.${vault.fingerprint(PURPOSE, said).toString('base64url')}`;
}

/** What a token says, if this service made it for this merchant and mode and its time is not over; AMOUNT_TOKEN_INVALID otherwise. */
export function readSignedAmount(
  { vault }: Pick<Context, 'vault'>,
  tenant: Tenant,
  { token, now }: { readonly token: string; readonly now: Date },
): SignedTerms {
  const [, said, mac] = FORM.exec(token) ?? [];
  if (said === undefined || mac === undefined) throw refusal('is not of their form');
  const given = Buffer.from(mac, 'base64url');
  const terms = vault.fingerprints(PURPOSE, said).some((made) => sameBytes(made, given))
    ? termsIn(said)
    : null;
  // Nobody learns whether a token that is not theirs is anybody's.
  if (terms?.merchantId !== tenant.merchantId || terms.livemode !== tenant.livemode)
    throw refusal('was not made for this merchant and mode by this service, or was changed');
  if (terms.expiresAt <= now) throw refusal(`expired at ${terms.expiresAt.toISOString()}`);
  return terms;
}

function refusal(why: string): Failure {
  return new Failure(
    'AMOUNT_TOKEN_INVALID',
    `The amount_token ${why}. Ask your server for a fresh one: POST /v1/payments/signed-amounts makes it.`,
  );
}

/** Called only for what the signature has proven to be ours. */
function termsIn(said: string): SignedTerms & Tenant {
  const [merchantId, livemode, amount, currency, reference, seconds] = JSON.parse(
    Buffer.from(said, 'base64url').toString('utf8'),
  ) as [string, boolean, string, string, string | null, number];
  if (!isCurrency(currency)) throw refusal('is in a currency that is not known any more');
  return {
    merchantId,
    livemode,
    amountMinor: BigInt(amount),
    currency,
    reference,
    expiresAt: new Date(seconds * 1_000),
  };
}
