import { type CashReport, type ReceiptLanguage } from '@cottontree/contract';
import type { PaperBrand } from '../../../../kernel/running/paper-brand.ts';
import { tellMoment } from '../../../../kernel/time/tell-moment.ts';
import type { DrawerNames } from './drawer-names.queries.ts';
import {
  DRAWER_PAPER_WORDS,
  type DrawerFact,
  type DrawerPaper,
  type DrawerPaperWords,
  type DrawerSection,
  type DrawerTable,
} from './drawer-paper-words.ts';
import { readFigures, type Figures } from './read-figures.ts';

/** What of a report's paper stands elsewhere. */
export type DrawerSetting = {
  readonly names: DrawerNames;
  readonly brand: PaperBrand;
  readonly now: Date;
  readonly language: ReceiptLanguage;
};

type Telling = { readonly report: CashReport; readonly words: DrawerPaperWords; readonly figures: Figures };

/** Writes the report of a drawer in a language, with names and times as they are where the shop is. */
export function composeDrawerPaper(
  report: CashReport,
  { names, brand, now, language }: DrawerSetting,
): DrawerPaper {
  const words = DRAWER_PAPER_WORDS[language];
  const telling: Telling = { report, words, figures: readFigures(report) };
  const isClosed = report.closed_at !== null;
  const drawer = names.terminal ?? words.drawerOf(names.location);
  const writtenAt = report.closed_at === null ? now : new Date(report.closed_at);
  return {
    language,
    title: report.kind === 'Z' ? words.zReport : words.xReport,
    number:
      report.number === null
        ? words.asOf(tellMoment(now.toISOString(), names.time_zone))
        : words.numbered(report.number, drawer),
    storeName: names.store_name,
    brand,
    marks: marksOf(telling),
    watermark: report.test === true ? words.testMark : null,
    facts: factsOf(telling, names, drawer),
    cash: cashOf(telling),
    tables: [tendersOf(telling), ...taxesOf(telling)],
    sections: [
      soldOf(telling),
      movedOf(telling),
      ...countedNotes(telling),
      ...lateOf(telling),
      everOf(telling),
    ],
    notes: [
      ...(report.unsynced_count ? [words.unsynced(report.unsynced_count)] : []),
      ...(report.note === null ? [] : [words.note(report.note)]),
    ],
    signatures: isClosed ? [words.countedBy, words.checkedBy] : [],
    fingerprints: [
      ...(report.hash === null ? [] : [{ label: words.hash, value: report.hash }]),
      ...(report.previous_hash === null ? [] : [{ label: words.previous, value: report.previous_hash }]),
    ],
    writtenAt,
  };
}

function cashTender(report: CashReport): number {
  return report.tenders.findIndex(({ tender }) => tender === 'cash');
}

function marksOf({ report, words, figures }: Telling): DrawerPaper['marks'] {
  const test = report.test === true ? [{ text: words.test, tone: 'warn' } as const] : [];
  if (report.closed_at === null) return [...test, { text: words.open, tone: 'calm' }];
  const difference = figures.minor(`tenders[${cashTender(report)}].difference`);
  if (difference === null) return [...test, { text: words.notCounted, tone: 'warn' }];
  if (difference === 0n) return [...test, { text: words.agrees, tone: 'good' }];
  const sum = figures.tell(difference < 0n ? -difference : difference);
  return [...test, { text: difference < 0n ? words.short(sum) : words.over(sum), tone: 'bad' }];
}

function factsOf({ report, words }: Telling, names: DrawerNames, drawer: string): readonly DrawerFact[] {
  const moment = (at: string, who: string | null): string =>
    words.by(tellMoment(at, names.time_zone), who ?? words.own);
  const place = names.address === null ? names.location : `${names.location}\n${names.address}`;
  return [
    { label: words.shop, value: place },
    { label: words.drawer, value: drawer },
    { label: words.opened, value: moment(report.opened_at, names.opened_by) },
    ...(report.closed_at === null
      ? []
      : [{ label: words.closed, value: moment(report.closed_at, names.closed_by) }]),
  ];
}

function cashOf({ report, words, figures }: Telling): readonly DrawerFact[] {
  const at = `tenders[${cashTender(report)}]`;
  const expected = { label: words.expected, value: figures.money(`${at}.expected`) ?? words.none };
  if (report.closed_at === null) return [expected];
  return [
    expected,
    { label: words.counted, value: figures.money(`${at}.counted`) ?? words.none },
    { label: words.difference, value: figures.money(`${at}.difference`) ?? words.none },
  ];
}

const TENDER_ROWS = [
  'opening',
  'sales',
  'refunds',
  'voids',
  'pay_in',
  'pay_out',
  'drop',
  'expected',
  'counted',
  'difference',
] as const;
/** Told even where they are nothing. */
const ALWAYS: ReadonlySet<string> = new Set(['expected', 'counted', 'difference']);
const GOING_OUT: ReadonlySet<string> = new Set(['refunds', 'voids', 'pay_out', 'drop']);

function tendersOf({ report, words, figures }: Telling): DrawerTable {
  const { tenders, closed_at: closedAt } = report;
  const rows = TENDER_ROWS.filter(
    (row) =>
      (ALWAYS.has(row) || tenders.some((one) => one[row] !== 0)) &&
      (closedAt !== null || (row !== 'counted' && row !== 'difference')),
  );
  return {
    title: words.byTender(report.currency),
    columns: ['', ...tenders.map(({ tender }) => tenderName(tender, words))],
    rows: rows.map((row) => ({
      cells: [
        words.tenders[row],
        ...tenders.map((_, at) => figures.bare(`tenders[${at}].${row}`, GOING_OUT.has(row)) ?? '–'),
      ],
      strong: ALWAYS.has(row),
    })),
  };
}

/** A word of ours for what is a channel of payments, and for others the merchant's own. */
function tenderName(tender: string, { channels }: DrawerPaperWords): string {
  const known: Readonly<Record<string, string>> = channels;
  const plain = tender.replaceAll('_', ' ');
  return known[tender] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

function taxesOf({ report, words, figures }: Telling): readonly DrawerTable[] {
  if (report.taxes.length === 0) return [];
  return [
    {
      title: words.taxes(report.currency),
      columns: [words.tax, words.base, words.amount],
      rows: report.taxes.map(({ name, rate }, at) => ({
        cells: [
          `${name} ${rate} %`,
          figures.bare(`taxes[${at}].base`) ?? '',
          figures.bare(`taxes[${at}].amount`) ?? '',
        ],
        strong: false,
      })),
    },
  ];
}

function soldOf({ report, words, figures }: Telling): DrawerSection {
  const { sales, refunds, voids } = report;
  const some = (label: string, path: string, isOut = false): readonly DrawerFact[] =>
    figures.minor(path) === 0n ? [] : [{ label, value: figures.money(path, isOut) ?? '' }];
  const net = (figures.minor('sales.total') ?? 0n) - (figures.minor('refunds.total') ?? 0n);
  const back = refunds.count + voids.count > 0;
  return {
    title: words.sold,
    rows: [
      { label: words.sales(sales.count), value: figures.money('sales.total') ?? '' },
      ...(refunds.count === 0 ? [] : some(words.refunds(refunds.count), 'refunds.total', true)),
      ...(voids.count === 0 ? [] : some(words.voids(voids.count), 'voids.total', true)),
      ...(back
        ? [
            {
              label: words.net,
              value: figures.tell(net - (figures.minor('voids.total') ?? 0n)),
            },
          ]
        : []),
      ...some(words.discounts, 'sales.discounts'),
      ...some(words.service, 'sales.service_charges'),
      ...some(words.tips, 'sales.tips'),
      ...some(words.rounding, 'sales.cash_rounding'),
      ...receiptsOf(sales).map((value) => ({ label: words.numbers, value })),
    ],
  };
}

/** As they stand on the paper that is compared with this; reports from before it was kept know the numbers of sales alone. */
function receiptsOf({ receipts, first_number, last_number }: CashReport['sales']): readonly string[] {
  if (receipts)
    return receipts.map(({ count, first, last }) =>
      first === last ? first : `${first} – ${last} (${count})`,
    );
  if (first_number === null) return [];
  return [first_number === last_number ? first_number : `${first_number} – ${last_number}`];
}

function movedOf({ report, words, figures }: Telling): DrawerSection {
  const kinds = ['pay_in', 'pay_out', 'drop'] as const;
  const { no_sale: opened } = report.movements;
  return {
    title: words.moved,
    rows: [
      ...kinds
        .filter((kind) => report.movements[kind].count > 0)
        .map((kind) => ({
          label: words.times(words.tenders[kind], report.movements[kind].count),
          value: figures.money(`movements.${kind}.amount`, GOING_OUT.has(kind)) ?? '',
        })),
      ...(opened.count === 0 ? [] : [{ label: words.noSale, value: String(opened.count) }]),
    ],
  };
}

function countedNotes({ report, words, figures }: Telling): readonly DrawerSection[] {
  return report.tenders
    .map(({ tender, denominations }, at) => ({
      title: words.notes(tenderName(tender, words)),
      rows: denominations
        .map(({ count }, place) => ({ count, path: `tenders[${at}].denominations[${place}].value` }))
        .filter(({ count }) => count > 0)
        .map(({ count, path }) => ({
          label: `${figures.bare(path) ?? ''} × ${count}`,
          value: figures.tell((figures.minor(path) ?? 0n) * BigInt(count)),
        })),
    }))
    .filter(({ rows }) => rows.length > 0);
}

function lateOf({ report, words, figures }: Telling): readonly DrawerSection[] {
  const kinds = ['sales', 'refunds', 'voids'] as const;
  const rows = kinds
    .filter((kind) => report.late[kind].count > 0)
    .map((kind) => ({
      label: words[kind](report.late[kind].count),
      value: figures.money(`late.${kind}.total`, kind !== 'sales') ?? '',
    }));
  const tenders = report.late.tenders.map(({ tender }, at) => ({
    label: tenderName(tender, words),
    value: figures.money(`late.tenders[${at}].amount`) ?? '',
  }));
  return rows.length === 0 ? [] : [{ title: words.late, rows: [...rows, ...tenders] }];
}

function everOf({ words, figures }: Telling): DrawerSection {
  return {
    title: words.perpetual,
    rows: [
      { label: words.allSales, value: figures.money('perpetual.sales') ?? '' },
      { label: words.allRefunds, value: figures.money('perpetual.refunds', true) ?? '' },
      { label: words.net, value: figures.money('perpetual.net') ?? '' },
    ],
  };
}
