import type { PaymentChannel, ReceiptLanguage, SaleStatus } from '@cottontree/contract';

/** What a receipt says beside names and figures. */
export type ReceiptWords = {
  readonly title: string;
  readonly test: string;
  /** What stands large on it where it is no proof of a purchase that stands. */
  readonly standing: Readonly<Partial<Record<SaleStatus, string>>>;
  readonly number: string;
  readonly date: string;
  readonly servedBy: string;
  readonly customer: string;
  readonly phone: string;
  readonly each: (quantity: string, price: string) => string;
  readonly discount: (what: string) => string;
  readonly refundedOf: (quantity: string) => string;
  readonly subtotal: string;
  readonly discounts: (ofAll: string | null) => string;
  readonly tax: (name: string, rate: string) => string;
  readonly taxWithin: (name: string, rate: string, base: string) => string;
  readonly serviceCharge: string;
  readonly tip: string;
  readonly total: string;
  readonly rounding: string;
  readonly toPay: string;
  readonly channels: Readonly<Record<PaymentChannel, string>>;
  readonly change: string;
  readonly due: string;
  readonly refund: (day: string) => string;
  /** What is left of the total when refunds are taken off. */
  readonly afterRefunds: string;
  readonly givenBack: string;
  readonly refundUnderWay: (day: string) => string;
  readonly fiscalNumber: string;
  readonly fiscalSignature: string;
  readonly scan: string;
};

const english: ReceiptWords = {
  title: 'Receipt',
  test: 'TEST - NOT A REAL SALE',
  standing: {
    parked: 'BILL - NOT PAID',
    open: 'BILL - NOT PAID',
    pending_payment: 'BILL - NOT PAID YET',
    cancelled: 'CANCELLED',
    expired: 'EXPIRED - NOT PAID',
    voided: 'VOID',
    refunded: 'REFUNDED',
  },
  number: 'Receipt',
  date: 'Date',
  servedBy: 'Served by',
  customer: 'Customer',
  phone: 'Phone',
  each: (quantity, price) => `${quantity} x ${price}`,
  discount: (what) => `Discount ${what}`,
  refundedOf: (quantity) => `Returned: ${quantity}`,
  subtotal: 'Subtotal',
  discounts: (ofAll) => (ofAll === null ? 'Discounts' : `Discounts (${ofAll})`),
  tax: (name, rate) => `${name} ${rate}`,
  taxWithin: (name, rate, base) => `Incl. ${name} ${rate} on ${base}`,
  serviceCharge: 'Service charge',
  tip: 'Tip',
  total: 'Total',
  rounding: 'Rounding',
  toPay: 'To pay',
  channels: {
    qr: 'QR code',
    nfc: 'Contactless',
    hosted: 'Online',
    mobile_money: 'Mobile money',
    card: 'Card',
    cash: 'Cash',
    external: 'Other',
  },
  change: 'Change',
  due: 'Left to pay',
  refund: (day) => `Refund ${day}`,
  afterRefunds: 'Total after refunds',
  givenBack: 'Given back',
  refundUnderWay: (day) => `Refund ${day}, under way`,
  fiscalNumber: 'Fiscal number',
  fiscalSignature: 'Signature',
  scan: 'Scan to keep this receipt',
};

const krio: ReceiptWords = {
  title: 'Risit',
  test: 'TƐST - NƆTO TRU SEL',
  standing: {
    parked: 'BIL - NƆ PE YET',
    open: 'BIL - NƆ PE YET',
    pending_payment: 'BIL - NƆ PE YET',
    cancelled: 'DƐN DƆN KANSUL AM',
    expired: 'TEM DƆN PAS - NƆ PE',
    voided: 'DƐN DƆN KANSUL AM',
    refunded: 'DƐN DƆN GI MƆNI BAK',
  },
  number: 'Risit',
  date: 'Det',
  servedBy: 'Na in sav yu',
  customer: 'Kɔstɔma',
  phone: 'Fon',
  each: (quantity, price) => `${quantity} x ${price}`,
  discount: (what) => `Diskɔnt ${what}`,
  refundedOf: (quantity) => `Kam bak: ${quantity}`,
  subtotal: 'Sɔbtotal',
  discounts: (ofAll) => (ofAll === null ? 'Diskɔnt' : `Diskɔnt (${ofAll})`),
  tax: (name, rate) => `${name} ${rate}`,
  taxWithin: (name, rate, base) => `${name} ${rate} insay am, pan ${base}`,
  serviceCharge: 'Savis chaj',
  tip: 'Tip',
  total: 'Ɔltogɛda',
  rounding: 'Rawndin',
  toPay: 'Fɔ pe',
  channels: {
    qr: 'QR kod',
    nfc: 'Tɔch kad',
    hosted: 'Onlayn',
    mobile_money: 'Mobayl mɔni',
    card: 'Kad',
    cash: 'Kash',
    external: 'Ɔda we',
  },
  change: 'Chenj',
  due: 'We lɛf fɔ pe',
  refund: (day) => `Mɔni bak ${day}`,
  afterRefunds: 'Ɔltogɛda we dɛn gi bak',
  givenBack: 'Dɛn gi am bak',
  refundUnderWay: (day) => `Mɔni bak ${day}, i de kam`,
  fiscalNumber: 'Fiskal nɔmba',
  fiscalSignature: 'Signechɔ',
  scan: 'Skan am fɔ kip dis risit',
};

export const RECEIPT_WORDS: Readonly<Record<ReceiptLanguage, ReceiptWords>> = Object.freeze({
  en: english,
  kri: krio,
});
