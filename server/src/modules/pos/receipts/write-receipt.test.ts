import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Receipt, ReceiptLanguage, ReceiptWidth } from '@cottontree/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isThere } from '../../../../../setup/readers.mjs';
import { richReceipt } from './fixtures/rich-receipt.ts';
import { mapTexts } from './lay-out-sheet.ts';
import { composeSheet } from './receipt-sheet.ts';
import { COLUMNS, writeEscPos, writeText } from './write-escpos.ts';
import { writeHtml } from './sale-receipts.ts';
import { IN_A_BROWSER, openBrowser } from '../../../../test/kit/browser.ts';
import { PLAIN_PAPER_BRAND } from '../../../../test/kit/plain-paper-brand.ts';
import { writePdf } from './write-pdf.ts';

const WIDTHS = ['58', '80'] as const;
const text = (receipt: Receipt, width: ReceiptWidth = '80', language: ReceiptLanguage = 'en') =>
  writeText(composeSheet(receipt, language), width);
const escpos = async (
  receipt: Receipt,
  input: { readonly width?: ReceiptWidth; readonly drawer?: boolean } = {},
) => Buffer.from(await writeEscPos(composeSheet(receipt, 'en'), { width: '80', drawer: false, ...input }));

const MINUS = '\u2212';

describe('a printed receipt', () => {
  test('says who sold what, for how much, and how it was paid', () => {
    expect(text(richReceipt)).toMatchInlineSnapshot(`
      "                 Aminata Stores
                           Lumley
                      27 Freetown Road
                      Lumley, Freetown
                   Phone +232 76 123 456
                    Tax number 1000-4711
                     Mon-Sat 8:00-20:00
      ------------------------------------------------
      Receipt                           LUM-2026-00042
      Date                          21 Nov 2026, 14:05
      Served by                         Fatmata Kɔrɔma
      Customer                             Isatu Sesay
      ------------------------------------------------
      Country cloth, blue                     2,301.00
        2 x 1,150.50
        Discount 10 %, Regular customer
        Returned: 1
      Jollof rice with grilled chicken and a
      long name that does not fit                85.00
        + 2 x Extra pepper 2.50
        + No onions
        To take away
      Rice, loose                                33.00
        1.375 x 24.00
        - Cup
        - 2 x Spoon
      ------------------------------------------------
      Subtotal                                2,419.00
      Discounts                                −230.10
      Service charge                             10.00
      Tourism levy 2.5 %                          2.13
      Tip                                        20.00
      Total                               NLe 2,221.03
      Rounding                                   −0.03
      To pay                              NLe 2,221.00
      ------------------------------------------------
      Mobile money MP261121.1405.A1           1,221.03
      Cash                                    1,000.00
      Change                                      0.03
      Refund 22 Nov 2026, 09:00, under way   −1,035.45
      Total after refunds                 NLe 1,185.55
      ------------------------------------------------
      Incl. GST 15 % on 1,800.78                270.12
      ------------------------------------------------
      Fiscal number                        NRA-2026-77
      Signature                         9F3A-77C1-22B0
      https://fiscal.example.sl/v/9F3A77C122B0
      ------------------------------------------------
            Goods can be returned within 7 days.
                      Tɛnki, kam bak!
      https://api.example.sl/r/vJ0mZ1x7mFvE6VvBq3nD8A
                 Scan to keep this receipt
      "
    `);
  });

  test('says the same on narrow paper, in lines that fit', () => {
    for (const language of ['en', 'kri'] as const) {
      for (const width of WIDTHS) {
        const lines = text(richReceipt, width, language)
          .split('\n')
          .filter((line) => !line.startsWith('https://'));
        expect(Math.max(...lines.map((line) => Array.from(line).length))).toBe(COLUMNS[width]);
      }
    }
    const squeezed = (width: ReceiptWidth): string => text(richReceipt, width).replaceAll(/[\s-]/g, '');
    expect(squeezed('58')).toBe(squeezed('80'));
  });

  test('says large that it is a test, void, refunded or not paid', () => {
    expect(text({ ...richReceipt, livemode: false, status: 'voided' })).toMatch(
      /\*\*\* TEST - NOT A REAL SALE \*\*\*\n.*\*\*\* VOID \*\*\*/,
    );
    expect(text({ ...richReceipt, status: 'refunded' })).toContain('*** REFUNDED ***');
    const bill = text({
      ...richReceipt,
      status: 'open',
      number: null,
      payments: [],
      amount_paid: 0,
      amount_due: 2_221,
      refunds: [],
      url: null,
    });
    expect(bill).toContain('*** BILL - NOT PAID ***');
    expect(bill).toMatch(/Left to pay +2,221\.00/);
    expect(text({ ...richReceipt, status: 'completed' })).not.toContain('***');
  });
});

describe('the bytes for a printer', async () => {
  const bytes = await escpos(richReceipt);

  test('begin with its reset and end with the cut', () => {
    expect(bytes.subarray(0, 2).toString('hex')).toBe('1b40');
    expect(bytes.toString('hex')).toMatch(/1d5601(0a)?$/);
  });

  test('open the drawer only where asked to, before anything is printed', async () => {
    expect(bytes.includes(Buffer.from('1b7000', 'hex'))).toBe(false);
    const opened = await escpos(richReceipt, { drawer: true });
    const pulse = opened.indexOf(Buffer.from('1b700019fa', 'hex'));
    expect(pulse).toBeGreaterThan(0);
    expect(pulse).toBeLessThan(opened.indexOf('Aminata'));
  });

  test('have both codes, and the same lines as the text', () => {
    for (const content of ['https://fiscal.example.sl/v/9F3A77C122B0', richReceipt.url ?? ''])
      expect(bytes.includes(Buffer.concat([Buffer.from('1P0'), Buffer.from(content)]))).toBe(true);
    for (const line of text({
      ...richReceipt,
      staff: null,
      store: { ...richReceipt.store, footer_lines: [] },
    })
      .split('\n')
      .filter((one) => one !== '' && !one.startsWith('https://')))
      expect(bytes.includes(line.trim().replaceAll(MINUS, '-')), line).toBe(true);
  });

  test('write in plain letters what no printer has', () => {
    expect([text(richReceipt).includes(`${MINUS}230.10`), bytes.includes('-230.10')]).toEqual([true, true]);
    expect(bytes.includes(MINUS)).toBe(false);
    expect(bytes.includes('Fatmata Koroma')).toBe(true);
    expect(bytes.includes('Tenki, kam bak!')).toBe(true);
  });

  test('leave the marks out of letters that no code page has, and keep those that one has', async () => {
    const printed = await escpos({
      ...richReceipt,
      store: { ...richReceipt.store, name: 'Ng\u1ecdzi & Ad\u00e9b\u00e1y\u1ecd\u0300' },
    });
    expect(printed.includes(Buffer.from('Ngozi & Ad\x82b\xa0yo', 'latin1'))).toBe(true);
  });

  test('have no command in them that came with a name, whatever the name is', async () => {
    const commandsOf = async (receipt: Receipt): Promise<number[]> =>
      [...(await escpos(receipt))].filter((byte) => byte < 0x20 && byte !== 0x0a);
    const hostile = [
      '\x1bp\x00\x19\xfa',
      '\x1d\x56\x00',
      '\x10\x14\x01\x00\x01',
      'a\r\nb',
      '\x1c\x2e',
      '\u202egnp.exe',
    ];
    const plain = await commandsOf(mapNames(richReceipt, 'name'));
    for (const name of hostile)
      expect((await commandsOf(mapNames(richReceipt, `${name}name`))).length).toBe(plain.length);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 12 }), async (name) => {
        const one = (await escpos(mapNames(richReceipt, `${name}name`))).toString('latin1');
        expect(one.includes('\x1bp')).toBe(false);
        expect(one.includes('\x1d\x56\x00')).toBe(false);
      }),
      { numRuns: 100 },
    );
  });
});

function mapNames(receipt: Receipt, name: string): Receipt {
  return {
    ...receipt,
    staff: name,
    customer: name,
    store: mapTexts(receipt.store, () => name),
    lines: receipt.lines.map((line) => ({ ...line, name, note: name })),
  };
}

describe('the PDF', () => {
  test.skipIf(!isThere('pdftotext') || !isThere('zbarimg')).each(WIDTHS)(
    'is %s mm wide, has all words of the text, and can be scanned',
    async (width) => {
      const folder = mkdtempSync(join(tmpdir(), 'cottontree-receipt-'));
      try {
        const file = join(folder, 'receipt.pdf');
        writeFileSync(
          file,
          await writePdf(composeSheet(richReceipt, 'en'), {
            width,
            at: new Date(richReceipt.at),
            brand: PLAIN_PAPER_BRAND,
          }),
        );
        expect(execFileSync('pdfinfo', [file], { encoding: 'utf8' })).toMatch(
          width === '58' ? /Page size: +164\.4\d* x/ : /Page size: +226\.7\d* x/,
        );
        const shown = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }).replaceAll(
          /\s+/g,
          '',
        );
        for (const word of text(richReceipt)
          .split(/\s+/)
          .filter((one) => !/^(-+|https:.*|)$/.test(one)))
          expect(shown).toContain(word);
        execFileSync('pdftoppm', ['-r', '300', '-png', file, join(folder, 'page')]);
        expect(
          execFileSync('zbarimg', ['-q', '--raw', join(folder, 'page-1.png')], { encoding: 'utf8' })
            .trim()
            .split('\n')
            .toSorted(),
        ).toEqual([richReceipt.url, richReceipt.fiscal?.qr].toSorted());
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  test('is the same for the same receipt, and goes on on a second page where one would be too long', async () => {
    const at = new Date(richReceipt.at);
    expect(
      await writePdf(composeSheet(richReceipt, 'en'), { width: '80', at, brand: PLAIN_PAPER_BRAND }),
    ).toEqual(await writePdf(composeSheet(richReceipt, 'en'), { width: '80', at, brand: PLAIN_PAPER_BRAND }));
    const long = {
      ...richReceipt,
      lines: Array.from({ length: 600 }, () => richReceipt.lines[1]).filter((line) => line !== undefined),
    };
    const pages = (await writePdf(composeSheet(long, 'en'), { width: '58', at, brand: PLAIN_PAPER_BRAND }))
      .toString('latin1')
      .match(/\/Type \/Page\b/g);
    expect(pages?.length).toBeGreaterThan(1);
  });
});

describe('the page as a file', () => {
  test('shows every word of the text, and hostile names as text', () => {
    const hostile = '<script>alert(1)</script>';
    const page = writeHtml(composeSheet({ ...richReceipt, customer: hostile }, 'kri'), '80');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script');
    expect(page).toContain('<html lang="kri">');
    const shown = page.replaceAll(/<style>[^]*<\/style>|<[^>]*>/g, ' ').replaceAll(/\s+/g, '');
    for (const word of text(richReceipt, '80', 'kri')
      .split(/\s+/)
      .filter((one) => !/^(-+|https:.*|Isatu|Sesay|)$/.test(one)))
      expect(shown).toContain(word);
  });

  test(
    'is printed by a browser on paper of its width, on one page and with little left blank',
    IN_A_BROWSER,
    async () => {
      await using browser = await openBrowser();
      const { page } = await browser.look('about:blank');
      const short = { ...richReceipt, lines: richReceipt.lines.slice(0, 1), refunds: [], fiscal: null };
      for (const receipt of [richReceipt, short])
        for (const width of WIDTHS) {
          await page.setViewportSize({ width: Math.round((Number(width) * 96) / 25.4), height: 800 });
          await page.setContent(writeHtml(composeSheet(receipt, 'en'), width));
          const usedPx = await page.locator('main').evaluate((main) => main.getBoundingClientRect().height);
          const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
          const pages = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
          const [wide = 0, high = 0] = (pages[0] ?? [])
            .slice(1)
            .map((points) => (Number(points) * 25.4) / 72);
          expect(pages).toHaveLength(1);
          expect(Math.abs(wide - Number(width))).toBeLessThan(0.5);
          const blank = high - (usedPx * 25.4) / 96;
          expect(blank).toBeGreaterThan(0);
          expect(blank).toBeLessThan(40);
        }
    },
  );
});
