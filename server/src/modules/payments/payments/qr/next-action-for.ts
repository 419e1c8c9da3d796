import {
  emvPayload,
  hasPaymentEnded,
  type Currency,
  type NextAction,
  type PaymentChannel,
  type PaymentStatus,
} from '@cottontree/contract';
import type { ProviderNextAction } from '../../providers/provider.ts';
import type { PaymentSettingsRow } from '../../settings/settings.queries.ts';

/** What has to be known of a payment to tell its payer how to go on. */
export type PayablePayment = {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly channel: PaymentChannel;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** Our page for the payer. */
  readonly payUrl: string;
  /** What the provider said is to be done; null while it has not answered. */
  readonly given: ProviderNextAction | null;
};

export type PayeeTerms = {
  readonly settings: Pick<PaymentSettingsRow, 'qrKind' | 'emv'>;
  /** Of the merchant, ISO 3166. */ readonly country: string;
};

const NOTHING: NextAction = Object.freeze({
  type: 'none',
  url: null,
  qr_payload: null,
  qr_svg_url: null,
  ussd_code: null,
  tel_url: null,
  message: null,
});
/** Of an id without its prefix, whose first digit is the same for all of this age. */
const REFERENCE_START = 'pay_0'.length;

/** What the payer of a payment has to do next. */
export function nextActionFor(payment: PayablePayment, terms: PayeeTerms): NextAction {
  if (hasPaymentEnded(payment.status)) return NOTHING;
  if (payment.channel === 'qr') return toScan(payment, terms);
  if (payment.channel === 'nfc') return { ...said(payment), type: 'nfc', url: payment.payUrl };
  return payment.given === null
    ? { ...NOTHING, type: payment.channel === 'cash' || payment.channel === 'external' ? 'none' : 'wait' }
    : said(payment);
}

/** What the payment's QR code holds, whichever its channel is: a provider's own code, else what the merchant has chosen. */
export function qrPayloadFor(payment: PayablePayment, { settings, country }: PayeeTerms): string {
  const { given, payUrl, amountMinor, currency, id } = payment;
  if (given?.qrPayload) return given.qrPayload;
  if (settings.qrKind === 'ussd' && given?.ussdCode) return telUrl(given.ussdCode);
  if (settings.qrKind !== 'emv' || settings.emv === null) return payUrl;
  const {
    template_id: templateId,
    guid,
    account_id: accountId,
    mcc: categoryCode,
    merchant_name: name,
    city,
  } = settings.emv;
  return emvPayload(
    { templateId, guid, accountId, categoryCode, name, city, country },
    { currency, amountMinor, reference: id.slice(REFERENCE_START) },
  );
}

function toScan(payment: PayablePayment, terms: PayeeTerms): NextAction {
  return {
    ...said(payment),
    type: 'qr',
    url: payment.given?.url ?? payment.payUrl,
    qr_payload: qrPayloadFor(payment, terms),
    qr_svg_url: `${payment.payUrl}/qr.svg`,
  };
}

function said({ given }: PayablePayment): NextAction {
  if (given === null) return NOTHING;
  const { type, url, qrPayload, ussdCode, message } = given;
  return {
    type,
    url,
    qr_payload: qrPayload,
    qr_svg_url: null,
    ussd_code: ussdCode,
    tel_url: ussdCode === null ? null : telUrl(ussdCode),
    message,
  };
}

/** A link that dials: the hash would otherwise begin a fragment. */
function telUrl(ussdCode: string): string {
  return `tel:${ussdCode.replaceAll('#', '%23')}`;
}
