import type { ReceiptWidth } from '@cottontree/contract';
import type { PrintKind } from '../../../kernel/running/press.ts';
import { layOutSheet, mapTexts, paperText, printerText } from './lay-out-sheet.ts';
import type { ReceiptSheet } from './receipt-sheet.ts';

type EscPosOptions = {
  readonly width: ReceiptWidth;
  /** Opens the drawer, before anything is printed. */ readonly drawer: boolean;
};

/** Milliseconds that the drawer's magnet is on and off: 1B 70 00 19 FA. */
const PULSE = { onMs: 50, offMs: 500 };
/** Lines between the last one and the knife. */
const LINES_BEFORE_CUT = 4;
/** What printers of every make have; the first knows all of plain print. */
const CODE_PAGES = ['cp437', 'cp858', 'windows1252'] as const;
const PLAIN = /^[\u0020-\u007e]*$/;

/** Trying code pages for a long receipt takes more than a second. */
export const ESCPOS: PrintKind<EscPosOptions & { readonly sheet: ReceiptSheet }> = {
  name: 'escpos',
  print: async ({ sheet, ...input }) => Buffer.from(await writeEscPos(sheet, input)),
};

/** A receipt as an ESC/POS printer takes it. Text is text: no command can come in with a name. */
export async function writeEscPos(
  sheet: ReceiptSheet,
  { width, drawer }: EscPosOptions,
): Promise<Uint8Array> {
  // Loaded with the first receipt for a printer: its code pages take memory that few nodes need.
  const { default: ReceiptPrinterEncoder } = await import('@point-of-sale/receipt-printer-encoder');
  const columns = COLUMNS[width];
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns,
    newline: '\n',
    codepageCandidates: [...CODE_PAGES],
  });
  encoder.initialize();
  if (drawer) encoder.pulse(0, PULSE.onMs, PULSE.offMs);
  for (const line of layOutSheet(mapTexts(sheet, printerText), columns)) {
    if (line.kind === 'qr') {
      encoder
        .align('center')
        .qrcode(line.content, { model: 2, size: width === '58' ? 5 : 6, errorlevel: 'm' })
        .align('left');
    } else {
      // Trying code pages for a line takes 2.4 ms, a known one 0.1.
      encoder.codepage(PLAIN.test(line.text) ? CODE_PAGES[0] : 'auto');
      // Letters of double height are as wide as the others, so that the layout holds.
      encoder
        .bold(line.strong)
        .size(1, line.large ? 2 : 1)
        .line(line.text === '' ? ' ' : line.text);
    }
  }
  return encoder.bold(false).size(1, 1).newline(LINES_BEFORE_CUT).cut('partial').encode();
}

/** Characters of a printer's usual letters that fit on a line. */
export const COLUMNS: Readonly<Record<ReceiptWidth, number>> = Object.freeze({ 58: 32, 80: 48 });

/** A receipt as plain text, as a printer would print it, with what its codes say instead of them. */
export function writeText(sheet: ReceiptSheet, width: ReceiptWidth): string {
  const lines = layOutSheet(mapTexts(sheet, paperText), COLUMNS[width]);
  return lines.map((line) => `${line.kind === 'text' ? line.text.trimEnd() : line.content}\n`).join('');
}
