import type { Input, Operations, Receipt, ReceiptFormat } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Press } from '../../core/press.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { saleNotFound } from '../sales/require-move.ts';
import { findSale } from '../sales/sales.queries.ts';
import { readReceipt } from './read-receipt.ts';
import { composeSheet } from './receipt-sheet.ts';
import { ESCPOS } from './write-escpos.ts';
import { writeHtml } from './write-html.ts';
import { RECEIPT } from './write-pdf.ts';
import { writeText } from './write-text.ts';

type Query = Input<Operations['getSaleReceipt']>['query'];
type ReceiptFile = NonNullable<Reply<Receipt>['file']>;

const ENDINGS: Readonly<Record<Exclude<ReceiptFormat, 'json'>, string>> = Object.freeze({
  html: 'html',
  pdf: 'pdf',
  escpos: 'bin',
  text: 'txt',
});

/** The receipt of a sale in the form that is asked for. */
export async function getSaleReceipt(
  { params, query }: Input<Operations['getSaleReceipt']>,
  { tenant }: Call,
  room: Pos,
): Promise<Reply<Receipt>> {
  const sale = await findSale(room.store.of(tenant), { tenant, id: params.id });
  if (!sale) throw saleNotFound(params.id);
  const receipt = await readReceipt(room, sale);
  const { format = 'json' } = query;
  if (format === 'json') return reply(receipt);
  return reply(receipt, {
    file: await writeFile(receipt, { format, press: room.press }, query),
    fileName: `${receipt.number ?? receipt.sale_id}.${ENDINGS[format]}`,
  });
}

async function writeFile(
  receipt: Receipt,
  { format, press }: { readonly format: Exclude<ReceiptFormat, 'json'>; readonly press: Press },
  { width = '80', lang = 'en', drawer = false }: Query,
): Promise<ReceiptFile> {
  const sheet = composeSheet(receipt, lang);
  switch (format) {
    case 'html':
      return { type: 'text/html', bytes: Buffer.from(writeHtml(sheet, width)) };
    case 'pdf':
      return {
        type: 'application/pdf',
        bytes: await press.print(RECEIPT, { sheet, width, at: new Date(receipt.at) }),
      };
    case 'escpos':
      return {
        type: 'application/octet-stream',
        attachment: true,
        bytes: await press.print(ESCPOS, { sheet, width, drawer }),
      };
    case 'text':
      return { type: 'text/plain', bytes: Buffer.from(writeText(sheet, width)) };
  }
}
