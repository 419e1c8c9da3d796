import {
  idRandomBytes,
  makeId,
  readTestPhone,
  type Input,
  type Operations,
  type Payment,
  type PaymentChannel,
} from '@cottontree/contract';
import { isSupportedCountry } from 'libphonenumber-js/max';
import type { Idempotency } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { parsePhone } from '../../../kernel/phone/phone.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { chooseWay } from '../payments/choose-way.ts';
import type { ChosenWay } from '../payments/compose-payment.ts';
import type { Payments } from '../module.ts';
import { showPayment } from '../payments/present-payment.ts';
import { askFirst, resumePayment, writePayment, type WrittenPayment } from '../payments/start-payment.ts';
import {
  admitToLink,
  collectAnswers,
  readLinkAmount,
  readLinkChannel,
  withAnswers,
} from './read-link-request.ts';
import { linkNotFound } from './get-payment-link.ts';
import { linkRefusal } from './link-status.ts';
import { findLinkBySlug, findLinkNamed, type LinkOfMerchant } from './links.queries.ts';

export type LinkStart = {
  readonly slug: string;
  readonly given: LinkPayerInput;
  /** Business time. */
  readonly now: Date;
  /** Makes a repeated request find the first payment. */
  readonly idempotency: Idempotency | null;
  /** Whose link it has to be; null where only the slug is known. */
  readonly tenant: Tenant | null;
};

const EXPIRES_MS = 900_000;

/** Begins to pay at a link: the use of the link and the payment are written together, then its provider is asked. */
export async function startLinkPayment(
  module: Payments,
  { slug, given, now, idempotency, tenant: wanted }: LinkStart,
): Promise<Reply<Payment>> {
  const link =
    wanted === null
      ? await findLinkBySlug(module.store.system, slug)
      : await findLinkNamed(module.store.of(wanted), wanted, slug);
  if (!link || (wanted !== null && link.livemode !== wanted.livemode)) throw linkNotFound(slug);
  const tenant: Tenant = { merchantId: link.merchant_id, livemode: link.livemode };
  const made: { written?: WrittenPayment } = {};
  return writeThenAct(
    module,
    { tenant, idempotency },
    {
      judge: () => decideStart(module, { link, given, now }),
      write: async (tx, started) => {
        made.written = await writeLinkPayment(module, tx, started);
        return { id: made.written.payment.id };
      },
      act: async ({ id }) =>
        reply(
          showPayment(
            module,
            made.written
              ? await askFirst(module, made.written.payment, now)
              : await resumePayment(module, { tenant, id }, now),
          ),
        ),
    },
  );
}

type Started = {
  readonly link: LinkOfMerchant;
  readonly tenant: Tenant;
  readonly amountMinor: bigint;
  readonly channel: PaymentChannel;
  readonly payer: LinkPayer;
  readonly way: ChosenWay;
  readonly testCard: string | null;
  readonly now: Date;
};

async function decideStart(
  module: Payments,
  { link, given, now }: { readonly link: LinkOfMerchant; readonly given: LinkPayerInput; readonly now: Date },
): Promise<Started> {
  const refusal = linkRefusal(link, now);
  if (refusal) throw refusal;
  const tenant: Tenant = { merchantId: link.merchant_id, livemode: link.livemode };
  const testCard = given.test_card ?? null;
  if (testCard !== null && tenant.livemode)
    throw new Failure('TEST_ONLY', 'test_card works only at test links.');
  const [amountMinor, payer, channel] = [
    readLinkAmount(link, given.amount),
    readPayer(link, given),
    readLinkChannel(link, given.channel),
  ];
  const way = await chooseWay(module, tenant, {
    channel,
    currency: link.currency,
    amountMinor,
    provider: given.provider ?? null,
    phone: payer.phone,
    testCard,
  });
  return { link, tenant, amountMinor, channel, payer, way, testCard, now };
}

async function writeLinkPayment(
  module: Payments,
  runner: Runner,
  { link, tenant, amountMinor, channel, payer, way, testCard, now }: Started,
): Promise<WrittenPayment> {
  const id = makeId('pay_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
  await admitToLink(runner, { tenant, linkId: link.id, paymentId: id, amount: amountMinor, now });
  return writePayment(module, runner, {
    tenant,
    id,
    now,
    way,
    testCard,
    wanted: {
      amountMinor,
      currency: link.currency,
      channel,
      provider: way.provider,
      phone: payer.phone,
      description: link.title,
      reference: null,
      customer: payer.customer,
      subject: { kind: 'payment_link', id: link.id },
      amountSource: link.amount === null ? 'client' : 'server',
      returnUrl: link.redirect_url,
      cancelUrl: null,
      expiresAt: new Date(now.getTime() + EXPIRES_MS),
      metadata: payer.metadata,
    },
  });
}

/** What a payer gives at a link. */
type LinkPayerInput = Input<Operations['payPaymentLink']>['body'];

/** The same, read: who pays, whose wallet is asked, and what the payment is to remember. */
type LinkPayer = {
  readonly customer: {
    readonly name: string | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
  readonly phone: string | null;
  readonly metadata: Readonly<Record<string, string>>;
};

/** Reads what a link asks its payers for; refuses what is missing and what was not asked for. */
function readPayer(link: LinkOfMerchant, given: LinkPayerInput): LinkPayer {
  const { name, phone: customerPhone, email } = given.customer ?? {};
  const asked = collectAnswers(link, {
    customer: given.customer ?? {},
    ...(given.note !== undefined && { note: given.note }),
    ...(given.custom_fields !== undefined && { customFields: given.custom_fields }),
  });
  const phoneOf = (text: string | undefined, path: string): string | null =>
    text === undefined ? null : readPhoneOf(text, { path, link });
  const payerPhone = phoneOf(customerPhone, 'customer.phone');
  return {
    customer: { name: name ?? null, phone: payerPhone, email: email ?? null },
    phone: phoneOf(given.phone, 'phone') ?? payerPhone,
    metadata: withAnswers(link, { asked, beside: {} }),
  };
}

/** In test mode the numbers of the test provider are phones as well. */
function readPhoneOf(
  text: string,
  { path, link: { country, livemode } }: { readonly path: string; readonly link: LinkOfMerchant },
): string {
  const pretended = livemode ? null : readTestPhone(text);
  if (pretended !== null) return pretended;
  const parsed = isSupportedCountry(country) ? parsePhone(text, country) : parsePhone(text);
  if (parsed.ok) return parsed.e164;
  throw new Failure(parsed.code, `${path} ${parsed.message}.`, {
    details: { fields: [{ path, message: parsed.message }] },
  });
}
