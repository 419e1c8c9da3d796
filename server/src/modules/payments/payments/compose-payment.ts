import type { PaymentProviderId } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { makeLinkToken } from '../../../kernel/secrets/link-token.ts';
import { CLIENT_SECRET, makeClientSecret, payUrlOf } from './present-payment.ts';
import { factOf } from './payment-change.ts';
import type { WantedPayment } from './payment-port.ts';
import type { KeptAction, NewPayment, PaymentRow } from './payments.queries.ts';

/** Who is asked for the money; where the payer is still to choose, who would be asked first. */
export type ChosenWay = {
  readonly provider: PaymentProviderId;
  readonly accountId: string | null;
  readonly payerChooses: boolean;
  /** What a person takes is not asked for anywhere. */ readonly byHand: boolean;
  readonly message: string | null;
};

export type PaymentToCompose = {
  readonly id: string;
  readonly now: Date;
  readonly wanted: WantedPayment;
  readonly way: ChosenWay;
  readonly testCard?: string | null;
  readonly orderRef?: string | null;
};

type Context_ = Pick<Context, 'world' | 'vault' | 'settings'>;

/** A new payment, as it will be read. Where nobody is asked it waits for the payer at once, and that is its second version: it was created first. */
export function composePayment(
  { world, vault, settings }: Context_,
  tenant: Tenant,
  { id, now, wanted, way, testCard = null, orderRef = null }: PaymentToCompose,
): PaymentRow {
  const token = makeLinkToken(world);
  const waits = way.payerChooses || way.byHand;
  return {
    merchant_id: tenant.merchantId,
    livemode: tenant.livemode,
    id,
    version: waits ? 2 : 1,
    sequence: waits ? 2 : 1,
    status: waits ? 'requires_action' : 'created',
    amount: wanted.amountMinor,
    amount_refunded: 0n,
    fee: null,
    currency: wanted.currency,
    amount_source: wanted.amountSource,
    channel: wanted.channel,
    provider: way.provider,
    account_id: way.accountId,
    provider_ref: null,
    payer_chooses: way.payerChooses,
    phone: wanted.phone,
    test_card: testCard,
    description: wanted.description,
    reference: wanted.reference,
    customer_name: wanted.customer.name,
    customer_phone: wanted.customer.phone,
    customer_email: wanted.customer.email,
    subject_kind: wanted.subject?.kind ?? null,
    subject_id: wanted.subject?.id ?? null,
    order_ref: orderRef,
    return_url: wanted.returnUrl,
    cancel_url: wanted.cancelUrl,
    page_token: token,
    client_secret: vault.seal(makeClientSecret(world, id), CLIENT_SECRET),
    next_action: nextActionOf(way, payUrlOf({ page_token: token }, settings.publicUrl)),
    failure: null,
    review: null,
    late: false,
    verified: way.provider !== 'manual',
    metadata: wanted.metadata,
    expires_at: wanted.expiresAt,
    created_at: now,
    updated_at: now,
    succeeded_at: null,
  };
}

function nextActionOf({ payerChooses, byHand, message }: ChosenWay, payUrl: string): KeptAction | null {
  const none = { qr_payload: null, ussd_code: null };
  if (payerChooses)
    return { type: 'redirect', url: payUrl, ...none, message: 'Choose on the page how to pay.' };
  return byHand ? { type: 'none', url: null, ...none, message } : null;
}

export type Polling = { readonly at: Date; readonly leasedUntil: Date };

/** The payment as the statement that inserts it takes it, with its messages. `poll`: when the provider is asked first by whoever finds it, should whoever asks now never come back. */
export function toNewPayment(
  row: PaymentRow,
  { publicUrl, poll }: { readonly publicUrl: string; readonly poll: Polling | null },
): NewPayment {
  const { amount_refunded: _refunded, failure: _failure, review: _review, late: _late, ...columns } = row;
  return {
    ...columns,
    amount: String(row.amount),
    fee: row.fee === null ? null : String(row.fee),
    client_secret: `\\x${row.client_secret.toString('hex')}`,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    facts: factsOf(row, publicUrl),
    poll_at: poll?.at.toISOString() ?? null,
    leased_until: poll?.leasedUntil.toISOString() ?? null,
  };
}

/** That it was created, and what else it is from the start. */
function factsOf(row: PaymentRow, publicUrl: string) {
  const first: PaymentRow =
    row.status === 'created'
      ? row
      : {
          ...row,
          version: 1,
          sequence: 1,
          status: 'created',
          next_action: null,
          fee: null,
          succeeded_at: null,
        };
  const created = factOf(first, { kind: 'payment.created', publicUrl });
  return row.status === 'created'
    ? [created]
    : [created, factOf(row, { kind: `payment.${row.status}`, publicUrl })];
}
