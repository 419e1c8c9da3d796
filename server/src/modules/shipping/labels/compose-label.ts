import {
  formatMoney,
  parseAmount,
  type Currency,
  type DeliverySummary,
  type ReceiptLanguage,
} from '@cottontree/contract';
import { tellPhone } from '../../../kernel/phone/phone.ts';

/** A label in words as it is printed: whoever draws it decides nothing but places. Plain values all of it. */
export type Label = {
  readonly jobNumber: string;
  readonly storeName: string;
  readonly from: string;
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  /** What helps to find it: the landmark, and what the courier has to know. */
  readonly ways: readonly { readonly label: string; readonly text: string }[];
  readonly order: string;
  readonly parcel: string;
  /** What has to be seen before anything else, each in a word or two. */
  readonly flags: readonly string[];
  /** Null: nothing is to be collected. */
  readonly cash: string | null;
  readonly writtenAt: Date;
};

/** Writes the label of a delivery; no code is among what it is made of. */
export function composeLabel(delivery: DeliverySummary, language: ReceiptLanguage): Label {
  const words = LABEL_WORDS[language];
  const phones = [delivery.recipient_phone, delivery.recipient_phone_alt];
  return {
    jobNumber: delivery.job_number,
    storeName: delivery.store_name,
    from: [
      joined(delivery.pickup_address, delivery.pickup_city),
      delivery.pickup_contact_phone === null ? '' : tellPhone(delivery.pickup_contact_phone),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    name: delivery.recipient_name ?? words.noName,
    phone: phones
      .filter((phone) => phone !== null)
      .map(tellPhone)
      .join(' · '),
    address: delivery.delivery_address,
    city: delivery.delivery_city,
    ways: waysOf(delivery, words),
    order: words.order(delivery.order_number),
    parcel: [delivery.package_description, `${delivery.weight_kg} kg`]
      .filter((part) => part !== null)
      .join(', '),
    flags: [
      ...(delivery.livemode ? [] : [words.test]),
      ...(delivery.status === 'cancelled' ? [words.cancelled] : []),
      ...(delivery.kind === 'return' ? [words.goesBack] : []),
      ...(delivery.fragile ? [words.fragile] : []),
    ],
    cash: cashOf(delivery),
    writtenAt: new Date(delivery.updated_at),
  };
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

function waysOf(
  { delivery_landmark: landmark, delivery_instructions: instructions, recipient_note: note }: DeliverySummary,
  words: LabelWords,
): Label['ways'] {
  return [
    { label: words.landmark, text: landmark },
    { label: words.note, text: instructions },
    { label: words.recipientNote, text: note ?? null },
  ].flatMap(({ label, text }) => (text === null ? [] : [{ label, text }]));
}

/** What is left to be collected. */
function cashOf({ cod_amount: amount, cod_status: status, currency: code }: DeliverySummary): string | null {
  if (status === 'settled') return null;
  const currency = code as Currency;
  const cash = parseAmount(amount, currency);
  if (!cash.ok) throw new Error(`An amount of a delivery ${cash.message}.`);
  return cash.minor === 0n ? null : formatMoney(cash.minor, currency);
}

export type LabelWords = typeof english;

const english = {
  title: 'Labels',
  from: 'From',
  to: 'To',
  noName: 'No name',
  landmark: 'Landmark',
  note: 'Note',
  recipientNote: 'From the recipient',
  order: (number: string) => `Order ${number}`,
  collect: 'Collect in cash',
  nothing: 'Nothing to collect',
  fragile: 'FRAGILE',
  cancelled: 'CANCELLED',
  goesBack: 'RETURN',
  test: 'TEST',
};

const krio: LabelWords = {
  title: 'Lebul dɛn',
  from: 'Frɔm',
  to: 'To',
  noName: 'Nem nɔ de',
  landmark: 'Ples fɔ no',
  note: 'Not',
  recipientNote: 'Di wan we de tek am se',
  order: (number) => `Ɔda ${number}`,
  collect: 'Kɔlɛkt kash',
  nothing: 'Natin nɔ de fɔ kɔlɛkt',
  fragile: 'I KIN BROK',
  cancelled: 'DƐN DƆN KANSUL',
  goesBack: 'I DE GO BAK',
  test: 'TƐST',
};

/** What stands on labels beside names, places and figures. */
export const LABEL_WORDS: Readonly<Record<ReceiptLanguage, LabelWords>> = Object.freeze({
  en: english,
  kri: krio,
});
