import { decimalText, type Currency } from '../money.ts';
import { crc16 } from './crc16.ts';

/** What a merchant's acquirer gave it to be paid by a code of EMVCo's form. */
export type EmvMerchant = {
  /** 26 to 51: where the account information stands. */
  readonly templateId: number;
  /** Whose account information it is. */
  readonly guid: string;
  readonly accountId: string;
  /** Merchant category, four digits. */
  readonly categoryCode: string;
  readonly name: string;
  readonly city: string;
  /** ISO 3166. */
  readonly country: string;
};

export type EmvPayment = {
  readonly currency: Currency;
  /** Minor units; null where the payer names the amount. */ readonly amountMinor: bigint | null;
  /** So that the payment is found again. */ readonly reference: string | null;
};

/** ISO 4217 numeric codes. */
const CURRENCY_NUMBERS: Readonly<Record<Currency, string>> = {
  SLE: '925',
  EUR: '978',
  GBP: '826',
  GHS: '936',
  GMD: '270',
  GNF: '324',
  LRD: '430',
  NGN: '566',
  TND: '788',
  USD: '840',
  XOF: '952',
};
const AMOUNT_CHARACTERS_MAX = 13;
const NAME_CHARACTERS_MAX = 25;
const CITY_CHARACTERS_MAX = 15;
const REFERENCE_CHARACTERS_MAX = 25;
const VALUE_CHARACTERS_MAX = 99;

/** The text of a merchant-presented QR code (EMVCo QRCPS-MPM 1.1): a payer's wallet reads whom to pay, how much and for what. */
export function emvPayload(merchant: EmvMerchant, payment: EmvPayment): string {
  const { currency, amountMinor, reference } = payment;
  const amount = amountMinor === null ? null : decimalText(amountMinor, currency);
  if (amount !== null && amount.length > AMOUNT_CHARACTERS_MAX)
    throw new RangeError(`An EMVCo amount has at most ${AMOUNT_CHARACTERS_MAX} characters.`);
  const body = [
    field('00', '01'),
    field('01', amount === null ? '11' : '12'),
    field(
      String(merchant.templateId),
      field('00', plain(merchant.guid, 32)) + field('01', plain(merchant.accountId, 55)),
    ),
    field('52', merchant.categoryCode),
    field('53', CURRENCY_NUMBERS[currency]),
    amount === null ? '' : field('54', amount),
    field('58', merchant.country),
    field('59', plain(merchant.name, NAME_CHARACTERS_MAX)),
    field('60', plain(merchant.city, CITY_CHARACTERS_MAX)),
    reference === null ? '' : field('62', field('05', plain(reference, REFERENCE_CHARACTERS_MAX))),
    '6304',
  ].join('');
  return body + crc16(new TextEncoder().encode(body)).toString(16).toUpperCase().padStart(4, '0');
}

/** The fields of such a code by their tag; null where it is broken or its checksum is wrong. */
export function readEmv(payload: string): ReadonlyMap<string, string> | null {
  const checksum = payload.slice(-4);
  const covered = new TextEncoder().encode(payload.slice(0, -4));
  if (crc16(covered).toString(16).toUpperCase().padStart(4, '0') !== checksum) return null;
  return readFields(payload);
}

/** The fields of a template, such as account information, by their tag; null where it is broken. */
export function readFields(text: string): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>();
  const characters = [...text];
  for (let at = 0; at < characters.length;) {
    const head = characters.slice(at, at + 4).join('');
    if (!/^\d{4}$/.test(head)) return null;
    const value = characters.slice(at + 4, at + 4 + Number(head.slice(2)));
    if (value.length !== Number(head.slice(2)) || fields.has(head.slice(0, 2))) return null;
    fields.set(head.slice(0, 2), value.join(''));
    at += 4 + value.length;
  }
  return fields;
}

function field(tag: string, value: string): string {
  if (value.length === 0 || value.length > VALUE_CHARACTERS_MAX)
    throw new RangeError(`The EMVCo field ${tag} has 1 to ${VALUE_CHARACTERS_MAX} characters.`);
  return tag + String(value.length).padStart(2, '0') + value;
}

/** Wallets read ASCII alone everywhere: letters lose their marks, and what is left of other scripts is dropped. */
function plain(text: string, charactersMax: number): string {
  const ascii = text
    .replaceAll(/[\u025b\u0190]/g, 'e')
    .replaceAll(/[\u0254\u0186]/g, 'o')
    .replaceAll(/[\u014b\u014a]/g, 'ng')
    .normalize('NFKD')
    .replaceAll(/[^ -~]/g, '')
    .trim();
  return (ascii === '' ? '-' : ascii).slice(0, charactersMax).trim();
}
