import type { PaymentChannel, ReceiptLanguage } from '@cottontree/contract';
import type { PaperBrand } from '../../../../kernel/running/paper-brand.ts';
import type { PaperTone } from '../../../../print/index.ts';

/** What the report of a drawer says on paper beside names and figures. */
export type DrawerPaperWords = typeof english;

type Channels = Readonly<Record<PaymentChannel, string>>;

const english = {
  zReport: 'Z report',
  xReport: 'X report',
  numbered: (number: number, drawer: string) => `No. ${number} · ${drawer}`,
  asOf: (when: string) => `As of ${when}`,
  test: 'Test: not a real report',
  testMark: 'TEST',
  open: 'Open',
  agrees: 'Cash agrees',
  short: (sum: string) => `${sum} short`,
  over: (sum: string) => `${sum} over`,
  notCounted: 'Cash not counted',
  shop: 'Shop',
  drawer: 'Drawer',
  drawerOf: (location: string) => `Drawer of ${location}`,
  opened: 'Opened',
  closed: 'Closed',
  by: (when: string, who: string) => `${when}, ${who}`,
  own: "the merchant's own server",
  expected: 'Cash expected',
  counted: 'Cash counted',
  difference: 'Difference',
  none: 'Not counted',
  sold: 'What was sold',
  sales: (count: number) => `Sales (${count})`,
  refunds: (count: number) => `Refunds (${count})`,
  voids: (count: number) => `Voided (${count})`,
  net: 'Left',
  discounts: 'Discounts, taken off already',
  service: 'Service charges, in it',
  tips: 'Tips, in it',
  rounding: 'Rounding of cash, beside it',
  numbers: 'Numbers of receipts',
  channels: {
    mobile_money: 'Mobile money',
    card: 'Card',
    qr: 'QR code',
    nfc: 'Contactless',
    hosted: 'Online',
    cash: 'Cash',
    external: 'Other',
  } satisfies Channels,
  byTender: (currency: string) => `By way of paying, in ${currency}`,
  tenders: {
    opening: 'Float',
    sales: 'Sales',
    refunds: 'Refunds',
    voids: 'Voided',
    pay_in: 'Put in',
    pay_out: 'Taken out',
    drop: 'To the safe',
    expected: 'Expected',
    counted: 'Counted',
    difference: 'Difference',
  },
  moved: 'Cash put in and taken out',
  times: (what: string, count: number) => `${what} (${count})`,
  noSale: 'Opened without a sale',
  notes: (tender: string) => `Notes and coins counted: ${tender}`,
  taxes: (currency: string) => `Tax of what stands, in ${currency}`,
  tax: 'Tax',
  base: 'Of',
  amount: 'Amount',
  late: 'Came late from drawers closed before; not in the figures above',
  perpetual: 'Over all reports of this till',
  allSales: 'All sales',
  allRefunds: 'All refunds and voids',
  unsynced: (count: number) =>
    `Closed while the till held ${count === 1 ? 'one sale' : `${count} sales`} back: they come late.`,
  note: (text: string) => `Note: ${text}`,
  countedBy: 'Counted by',
  checkedBy: 'Checked by',
  hash: 'Fingerprint (SHA-256)',
  previous: 'The one before',
  page: (page: number, count: number) => `Page ${page} of ${count}`,
};

const krio: DrawerPaperWords = {
  zReport: 'Z ripɔt',
  xReport: 'X ripɔt',
  numbered: (number, drawer) => `Nɔ. ${number} · ${drawer}`,
  asOf: (when) => `Aw i de ${when}`,
  test: 'Tɛst: nɔto rial ripɔt',
  testMark: 'TƐST',
  open: 'I opin',
  agrees: 'Di kash gri',
  short: (sum) => `${sum} nɔ de`,
  over: (sum) => `${sum} pasmak`,
  notCounted: 'Kash nɔ kɔnt',
  shop: 'Shɔp',
  drawer: 'Drɔa',
  drawerOf: (location) => `Drɔa na ${location}`,
  opened: 'Opin',
  closed: 'Lɔk',
  by: (when, who) => `${when}, ${who}`,
  own: 'di machant in yon sava',
  expected: 'Kash we fɔ de',
  counted: 'Kash we kɔnt',
  difference: 'Difrɛns',
  none: 'I nɔ kɔnt',
  sold: 'Wetin sɛl',
  sales: (count) => `Sel (${count})`,
  refunds: (count) => `Gi bak (${count})`,
  voids: (count) => `Pul (${count})`,
  net: 'Lɛf',
  discounts: 'Diskawnt, dɛn dɔn pul am',
  service: 'Savis chaj, i de insay',
  tips: 'Tip, i de insay',
  rounding: 'Kash we rawnd, i de nia am',
  numbers: 'Nɔmba fɔ risit',
  channels: {
    mobile_money: 'Mobayl mɔni',
    card: 'Kad',
    qr: 'QR kod',
    nfc: 'Tɔch kad',
    hosted: 'Onlayn',
    cash: 'Kash',
    external: 'Ɔda we',
  },
  byTender: (currency) => `Aw dɛn pe, na ${currency}`,
  tenders: {
    opening: 'Flot',
    sales: 'Sel',
    refunds: 'Gi bak',
    voids: 'Pul',
    pay_in: 'Put insay',
    pay_out: 'Pul kɔmɔt',
    drop: 'Go na sef',
    expected: 'I fɔ bi',
    counted: 'Kɔnt',
    difference: 'Difrɛns',
  },
  moved: 'Kash we go insay ɛn kɔmɔt',
  times: (what, count) => `${what} (${count})`,
  noSale: 'Opin we sel nɔ de',
  notes: (tender) => `Not ɛn kɔyn we kɔnt: ${tender}`,
  taxes: (currency) => `Taks pan wetin lɛf, na ${currency}`,
  tax: 'Taks',
  base: 'Pan',
  amount: 'Ɔmɔs',
  late: 'Wetin kam le frɔm drɔa we dɔn lɔk; i nɔ de na di figa dɛn ɔp ya',
  perpetual: 'Ɔl di ripɔt fɔ dis til',
  allSales: 'Ɔl di sel',
  allRefunds: 'Ɔl wetin gi bak ɔ pul',
  unsynced: (count) => `I lɔk we di til bin ol ${count} sel: dɛn go kam le.`,
  note: (text) => `Not: ${text}`,
  countedBy: 'Udat kɔnt',
  checkedBy: 'Udat chɛk',
  hash: 'Fingaprint (SHA-256)',
  previous: 'Di wan bifo',
  page: (page, count) => `Pej ${page} pan ${count}`,
};

export const DRAWER_PAPER_WORDS: Readonly<Record<ReceiptLanguage, DrawerPaperWords>> = Object.freeze({
  en: english,
  kri: krio,
});

/** A label with what stands beside it. */
export type DrawerFact = { readonly label: string; readonly value: string };

/** Facts under a title, one below the other. */
export type DrawerSection = { readonly title: string; readonly rows: readonly DrawerFact[] };

/** Figures in columns: the first cell of each row says what it is. */
export type DrawerTable = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly strong: boolean }[];
};

/** The report of a drawer in words and figures as they are printed: whoever draws it decides nothing but places. Plain values all of it. */
export type DrawerPaper = {
  readonly language: ReceiptLanguage;
  readonly title: string;
  readonly number: string;
  readonly storeName: string;
  readonly brand: PaperBrand;
  readonly marks: readonly { readonly text: string; readonly tone: PaperTone }[];
  readonly watermark: string | null;
  /** Where, when and by whom: in three columns. */
  readonly facts: readonly DrawerFact[];
  /** The figures that are looked for first. */
  readonly cash: readonly DrawerFact[];
  readonly tables: readonly DrawerTable[];
  readonly sections: readonly DrawerSection[];
  /** What was noted, and what else has to be read. */
  readonly notes: readonly string[];
  /** Who signs; empty: nobody, for it changes yet. */
  readonly signatures: readonly string[];
  /** Hashes, told small at the end. */
  readonly fingerprints: readonly DrawerFact[];
  readonly writtenAt: Date;
};
