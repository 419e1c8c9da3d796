import {
  formatMoney,
  makeId,
  operations,
  readTestPhone,
  type AmountSource,
  type CreatePaymentBody,
  type Currency,
  type PaymentSubjectKind,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { readWebUrl } from '../../../kernel/web/read-web-url.ts';
import { showMode } from '../../../kernel/call/tenant.ts';
import { chooseWay } from './choose-way.ts';
import type { PaymentToCompose } from './compose-payment.ts';
import type { Payments } from '../module.ts';
import type { PaymentSubject } from './payment-port.ts';
import { readSettings } from '../settings/settings.queries.ts';
import { readSignedAmount } from '../settings/sign-amount.ts';

const EXPIRES_IN_SECONDS = 900;
const SUBJECT_FIELDS = [
  ['sale_id', 'sale'],
  ['invoice_id', 'invoice'],
  ['payment_link_id', 'payment_link'],
] as const satisfies readonly (readonly [keyof CreatePaymentBody, PaymentSubjectKind])[];

/** What a request for money asks for, as checked by everything that can be known before it is written. */
export async function readPaymentRequest(
  body: CreatePaymentBody,
  call: Call,
  module: Payments,
): Promise<PaymentToCompose> {
  refuseReadOnly(operations.createPayment.readOnly, body, showMode(call.tenant.livemode));
  refuseForPublicKey(body, call);
  if (body.test_card !== undefined && call.tenant.livemode)
    throw new Failure('TEST_ONLY', 'test_card works only with a test key (sk_test_… or pk_test_…).');
  const currency = body.currency ?? call.caller.merchant.currency;
  const amountMinor = readSomeMoney(body.amount, { path: 'amount', currency });
  const amountSource = await findAmountSource(module, call, { body, amountMinor, currency });
  const phone = body.customer?.phone === undefined ? null : readPayerPhone(body.customer.phone, call);
  const testCard = body.test_card ?? null;
  const way = await chooseWay(module, call.tenant, {
    channel: body.channel,
    currency,
    amountMinor,
    provider: body.provider ?? null,
    phone,
    testCard,
  });
  const wanted = {
    ...wantedOf(body, { amountSource, phone, subject: readSubject(body, module) }),
    amountMinor,
    currency,
    expiresAt: new Date(call.now.getTime() + (body.expires_in ?? EXPIRES_IN_SECONDS) * 1_000),
  };
  return { id: newPaymentId(module), now: call.now, wanted, way, testCard, orderRef: body.order_ref ?? null };
}

export function newPaymentId({ world }: Pick<Payments, 'world'>): string {
  return makeId('pay_', world.now().getTime(), world.randomBytes(10));
}

type Read = {
  readonly amountSource: AmountSource;
  readonly phone: string | null;
  readonly subject: PaymentSubject | null;
};

function wantedOf(body: CreatePaymentBody, { amountSource, phone, subject }: Read) {
  return {
    channel: body.channel,
    provider: body.provider ?? null,
    phone,
    description: body.description ?? null,
    reference: body.reference ?? null,
    customer: { name: body.customer?.name ?? null, phone, email: body.customer?.email ?? null },
    subject,
    amountSource,
    returnUrl: body.return_url === undefined ? null : readWebUrl(body.return_url, 'return_url'),
    cancelUrl: body.cancel_url === undefined ? null : readWebUrl(body.cancel_url, 'cancel_url'),
    metadata: (body.metadata ?? {}) as Readonly<Record<string, string>>,
  };
}

/** Money that a person confirms is nothing for a page that anybody can open. */
function refuseForPublicKey({ channel }: CreatePaymentBody, { caller }: Call): void {
  if (caller.kind !== 'public' || (channel !== 'cash' && channel !== 'external')) return;
  throw new Failure(
    'CHANNEL_NOT_AVAILABLE',
    `A public key cannot ask for money by ${channel}; that wants a secret key.`,
    { details: { channel, provider: null } },
  );
}

/** In test mode the numbers of the test provider are phones as well. */
function readPayerPhone(text: string, call: Call): string {
  const pretended = call.tenant.livemode ? null : readTestPhone(text);
  return pretended ?? readPhone(text, { path: 'customer.phone', call });
}

function readSubject(body: CreatePaymentBody, module: Payments): PaymentSubject | null {
  const named = SUBJECT_FIELDS.flatMap(([field, kind]) =>
    body[field] === undefined ? [] : [{ field, kind, id: body[field] }],
  );
  const [first, second] = named;
  if (first === undefined) return null;
  if (second !== undefined)
    throw invalid({
      path: second.field,
      message: `cannot stand beside ${first.field}: a payment is for one thing`,
    });
  if (!module.owners.get(first.kind)?.admit)
    throw invalid({
      path: first.field,
      message: 'must be left out: a sale is paid with POST /v1/pos/sales/:id/payments',
    });
  return { kind: first.kind, id: first.id };
}

type NamedAmount = {
  readonly body: CreatePaymentBody;
  readonly amountMinor: bigint;
  readonly currency: Currency;
};

/** Who named the amount: a server, a page, or a page with an amount that the merchant's server has signed. */
async function findAmountSource(
  module: Payments,
  { caller, tenant, now }: Call,
  { body, amountMinor, currency }: NamedAmount,
): Promise<AmountSource> {
  if (body.amount_token !== undefined) {
    const terms = readSignedAmount(module, tenant, { token: body.amount_token, now });
    if (terms.amountMinor !== amountMinor || terms.currency !== currency)
      throw mismatch(`amount is ${formatMoney(terms.amountMinor, terms.currency)}`);
    if (terms.reference !== null && terms.reference !== body.reference)
      throw mismatch(`reference is ${terms.reference}`);
    return 'signed';
  }
  if (caller.kind !== 'public') return 'server';
  // A link says itself what may be paid.
  if (
    body.payment_link_id === undefined &&
    (await readSettings(module.store.of(tenant), tenant)).requireSignedAmounts
  ) {
    throw new Failure(
      'AMOUNT_TOKEN_INVALID',
      'This merchant takes amounts from a page only where its server has signed them. Send amount_token, which POST /v1/payments/signed-amounts makes.',
    );
  }
  return 'client';
}

function mismatch(signed: string): Failure {
  return new Failure(
    'AMOUNT_TOKEN_INVALID',
    `The amount_token is for something else: its ${signed}. Send exactly what was signed.`,
  );
}
