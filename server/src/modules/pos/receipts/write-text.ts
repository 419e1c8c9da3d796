import type { ReceiptWidth } from '@cottontree/contract';
import { layOutSheet } from './lay-out-sheet.ts';
import { mapTexts, paperText } from './paper-text.ts';
import type { ReceiptSheet } from './receipt-sheet.ts';

/** Characters of a printer's usual letters that fit on a line. */
export const COLUMNS: Readonly<Record<ReceiptWidth, number>> = Object.freeze({ 58: 32, 80: 48 });

/** A receipt as plain text, as a printer would print it, with what its codes say instead of them. */
export function writeText(sheet: ReceiptSheet, width: ReceiptWidth): string {
  const lines = layOutSheet(mapTexts(sheet, paperText), COLUMNS[width]);
  return lines.map((line) => `${line.kind === 'text' ? line.text.trimEnd() : line.content}\n`).join('');
}
