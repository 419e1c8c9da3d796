import type { ReceiptLanguage } from '@cottontree/contract';

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
