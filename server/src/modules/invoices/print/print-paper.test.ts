import {
  exampleCreditNote,
  exampleDraft,
  exampleInvoice,
  type CreditNote,
  type Invoice,
} from '@cottontree/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLAIN_PAPER_BRAND } from '../../../../test/kit/plain-paper-brand.ts';
import { readPdf } from '../../../../test/kit/read-pdf.ts';
import { composeCreditPaper } from './get-credit-note-pdf.ts';
import { composeInvoicePaper } from './compose-invoice-paper.ts';
import { PAPER_WORDS } from './paper-words.ts';
import { printPaper } from './print-paper.ts';

const NOTHING_BACK = { returned: 0n, returning: 0n, failed: 0n, kept: 0n };
const LETTERHEAD = {
  storeName: 'Salone Prints',
  timeZone: 'Africa/Freetown',
  logo: null,
  brand: PLAIN_PAPER_BRAND,
  language: 'en',
  words: PAPER_WORDS.en,
  returns: NOTHING_BACK,
} as const;
const IN_KRIO = { ...LETTERHEAD, language: 'kri', words: PAPER_WORDS.kri } as const;
const print = async (change: Partial<Invoice> = {}): Promise<readonly (readonly string[])[]> =>
  readPdf(await printPaper(composeInvoicePaper({ ...exampleInvoice, ...change }, LETTERHEAD)));
const printOne = async (change: Partial<Invoice> = {}): Promise<string> =>
  (await print(change)).flat().join('\n');
const [posters] = exampleInvoice.items;
if (!posters) throw new Error('The example has no lines.');

const LATE = {
  period: 1,
  amount: 5.5,
  at: '2026-12-13T00:00:00.000Z',
  amount_waived: 0,
  waived_at: null,
  waive_reason: null,
};

test('every figure of an invoice stands on it, and the arithmetic closes line by line', async () => {
  const [texts = []] = await print();
  for (const text of [
    'Invoice',
    'INV-2026-00042',
    '21 Nov 2026',
    '5 Dec 2026',
    'PO-77',
    'Salone Prints',
    '4 Kissy Road, Freetown',
    'Tax number 1000123-4',
    'Aminata Sesay',
    'Posters, A2',
    '20',
    '15.00',
    '300.00',
    '2.5',
    '80.00',
    '−20.00',
    '180.00',
    '15 %',
    'Subtotal',
    'NLe 500.00',
    'NLe −20.00',
    'GST 15 % on NLe 480.00',
    'NLe 72.00',
    'Total',
    'NLe 552.00',
    'Paid 21 Nov 2026, mobile money',
    'NLe −276.00',
    'Amount due',
    'NLe 276.00',
    'Due by 5 Dec 2026.',
    'Pay online',
    'Orange Money to 076 555 000.',
    'Thank you.',
    'Page 1 of 1',
    '10 % off: Returning customer',
  ])
    expect(texts).toContain(text);
  expect(texts.join('')).toContain(exampleInvoice.hosted_url);
});

test('what it is not any more, or not yet, stands on it in large', async () => {
  expect(await printOne({ status: 'draft', number: null, hosted_url: null })).toMatch(/DRAFT[\s\S]*/);
  expect(await printOne({ status: 'draft', number: null, hosted_url: null })).not.toContain('Pay online');
  const voided = await printOne({ status: 'void', amount_due: 0, voided_at: '2026-12-02T10:00:00.000Z' });
  for (const text of ['VOID', 'This invoice was voided on 2 Dec 2026.']) expect(voided).toContain(text);
  const paid = await printOne({ status: 'paid', amount_due: 0, paid_at: '2026-12-02T10:00:00.000Z' });
  expect(paid).toContain('Paid in full on 2 Dec 2026. Thank you.');
  for (const text of [voided, paid]) expect(text).not.toContain('Pay online');
  expect(await printOne({ is_overdue: true })).toContain('It was due on 5 Dec 2026.');
  expect(await printOne({ deposit: exampleDraft.deposit })).toContain(
    'Deposit of NLe 276.00 by 24 Nov 2026.',
  );
  expect(await printOne({ test: true })).toContain('Test: not a real invoice');
});

test('a tax that prices have in them is told under the total, not added to it', async () => {
  const [tax] = exampleInvoice.taxes;
  if (!tax) throw new Error('The example has no tax.');
  const text = await printOne({
    taxes: [{ ...tax, inclusive: true, base: 417.39, amount: 62.61 }],
    late_fees: [LATE],
    late_fee_total: 5.5,
    amount_credited: 34.5,
  });
  expect(text.indexOf('Total\n')).toBeLessThan(text.indexOf('In it: GST 15 % on NLe 417.39\n'));
  for (const row of ['Late fee, 13 Dec 2026\nNLe 5.50', 'Credited\nNLe −34.50']) expect(text).toContain(row);
});

test('a late fee that was waived stands on it with what it was', async () => {
  const text = await printOne({
    late_fees: [
      {
        ...LATE,
        amount_waived: 3.5,
        waived_at: '2026-12-20T10:00:00.000Z',
        waive_reason: 'The bank was closed.',
      },
    ],
    late_fee_total: 2,
  });
  expect(text).toContain('Late fee, 13 Dec 2026\nNLe 5.50\nLate fee waived, 20 Dec 2026\nNLe −3.50');
});

test('money that goes back is told apart from money that has gone, could not go and is kept', async () => {
  const paper = composeInvoicePaper(
    { ...exampleInvoice, amount_refunded: 100 },
    { ...LETTERHEAD, returns: { returned: 1_000n, returning: 2_000n, failed: 3_000n, kept: 4_000n } },
  );
  const text = readPdf(await printPaper(paper))
    .flat()
    .join('\n');
  for (const row of [
    'Sent back\nNLe 10.00',
    'On its way back\nNLe 20.00',
    'Not sent back yet\nNLe 30.00',
    'Kept as credit for you\nNLe 40.00',
  ])
    expect(text).toContain(row);
});

test('all that is said on it is said in Krio where that is wanted', async () => {
  const bytes = await printPaper(
    composeInvoicePaper({ ...exampleInvoice, late_fees: [LATE], is_overdue: true }, IN_KRIO),
  );
  const text = readPdf(bytes).flat().join('\n');
  for (const said of [
    'Invɔys',
    'Rayt am na',
    'Wetin i de fɔ  (ɔl na NLe)',
    'Prays fɔ wan',
    'Ɔltogɛda',
    'Pe na 21 Nov 2026, mobayl mɔni',
    'Ɔmɔs lɛf fɔ pe',
    'I dɔn let',
    'Pe onlayn',
    'Pej 1 pan 1',
  ])
    expect(text).toContain(said);
  for (const english of ['Invoice', 'Total', 'Due', 'Page', 'Amount', 'Paid', 'From', 'Terms', '□'])
    expect(text).not.toContain(english);
  expect(bytes.includes('/Lang (kri)')).toBe(true);
});

test('130 lines go over several pages, each with the head of the table and its place among them', async () => {
  const items = Array.from({ length: 130 }, (_, at) => ({
    ...posters,
    line: at + 1,
    description: `Item ${at + 1}, ${'with a description that takes more than one line of the table '.repeat(at % 3)}`,
  }));
  const pages = await print({ items });
  expect(pages.length).toBeGreaterThan(3);
  pages.forEach((texts, at) => expect(texts).toContain(`Page ${at + 1} of ${pages.length}`));
  for (const texts of pages) {
    const hasLines = texts.some((text) => text.startsWith('Item '));
    if (hasLines) expect(texts.filter((text) => text.startsWith('Description  ('))).toHaveLength(1);
  }
  const numbers = pages.flat().flatMap((text) => /^Item (\d+),/.exec(text)?.[1] ?? []);
  expect(numbers.map(Number)).toEqual(items.map(({ line }) => line));
});

test('Krio is printed, and what no font has becomes a box', async () => {
  const hostile = `Ŋɛnɛ Kɔrɔma \u202e\u200b\u{1f469}\u200d\u{1f3a4} 中文 <script>alert(1)</script>`;
  const text = await printOne({ customer: { ...exampleInvoice.customer, name: hostile } });
  expect(text.replaceAll('\n', ' ')).toContain('Ŋɛnɛ Kɔrɔma □□ □□ <script>alert(1)</script>');
});

test('the same invoice makes the same bytes', async () => {
  const paper = composeInvoicePaper(exampleInvoice, LETTERHEAD);
  expect((await printPaper(paper)).equals(await printPaper(paper))).toBe(true);
});

test('no text can spoil it or run out of the page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 500 }),
      fc.integer({ min: 1, max: 500 }),
      async (text, times) => {
        const long = text.repeat(times).slice(0, 500);
        const change = {
          items: [
            {
              ...posters,
              description: long,
              quantity: 999_999_999.999,
              unit_price: 9_999_999_999_999.99,
              subtotal: 9_999_999_999_999.99,
            },
          ],
          notes: long,
          terms: long.repeat(4),
          footer: long,
          po_number: long.slice(0, 64),
          number: `INV-${'X'.repeat(40)}`,
          customer: { name: long, email: long, phone: '+23276123456', address: long, tax_id: long },
        };
        const pages = await print(change);
        expect(pages.length).toBeLessThan(12);
        expect(pages.flat()).toContain('9,999,999,999,999.99');
      },
    ),
    { numRuns: 15 },
  );
});

test('a credit note says what is credited, of which invoice and why', async () => {
  const [texts = []] = readPdf(
    await printPaper(composeCreditPaper(exampleCreditNote, exampleInvoice, LETTERHEAD)),
  );
  for (const text of [
    'Credit note',
    'CN-2026-00003',
    'INV-2026-00042',
    'Posters, A2',
    '34.50',
    'NLe 34.50',
    'Tax in it',
    'NLe 4.50',
    'Two posters were torn.',
    'So much less is to be paid.',
  ])
    expect(texts).toContain(text);
  const saidOf = async (change: Partial<CreditNote>): Promise<string> =>
    readPdf(
      await printPaper(
        composeCreditPaper({ ...exampleCreditNote, items: [], ...change }, exampleInvoice, LETTERHEAD),
      ),
    )
      .flat()
      .join(' ');
  expect(await saidOf({})).toContain('Credit on invoice INV-2026-00042');
  expect(await saidOf({ amount_refunded: 34.5, refund_status: 'pending' })).toContain(
    'It goes back the way it was paid.',
  );
  expect(await saidOf({ amount_refunded: 34.5, amount_returned: 34.5, refund_status: 'returned' })).toContain(
    'It went back.',
  );
  expect(await saidOf({ amount_refunded: 30, amount_returned: 10.5, refund_status: 'failed' })).toContain(
    'NLe 10.50 of it went back. NLe 19.50 of it is still to be sent back. The rest makes less due.',
  );
  expect(await saidOf({ amount_refunded: 34.5, refund_status: 'kept' })).toContain(
    'It is kept as credit for you.',
  );
});
