import {
  formatMoney,
  idRandomBytes,
  makeId,
  type Input,
  type Operations,
  type Receipt,
  type ReceiptFormat,
  type ReceiptSent,
  type ReceiptWidth,
  type SentReceipt,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { html, type Html } from '../../../kernel/web/html.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { saleNotFound, stateConflict } from '../sales/sale-step.ts';
import { findSale, type SaleRow } from '../sales/sales.queries.ts';
import { layOutSheet } from './lay-out-sheet.ts';
import { printReceipt } from './print-receipt.ts';
import { readReceipt } from './compose-receipt.ts';
import { codeMarkup, receiptMarkup } from './receipt-markup.ts';
import { composeSheet, type ReceiptSheet } from './receipt-sheet.ts';
import { ESCPOS, writeText } from './write-escpos.ts';
import { tellOfReceipt } from './receipts.queries.ts';

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
  module: Pos,
): Promise<Reply<Receipt>> {
  const sale = await findSale(module.store.of(tenant), { tenant, id: params.id });
  if (!sale) throw saleNotFound(params.id);
  const receipt = await readReceipt(module, sale);
  const { format = 'json' } = query;
  if (format === 'json') return reply(receipt);
  return reply(receipt, {
    file: await writeFile(receipt, { format, tenant, module }, query),
    fileName: `${receipt.number ?? receipt.sale_id}.${ENDINGS[format]}`,
  });
}

async function writeFile(
  receipt: Receipt,
  {
    format,
    tenant,
    module,
  }: { readonly format: Exclude<ReceiptFormat, 'json'>; readonly tenant: Tenant; readonly module: Pos },
  { width = '80', lang = 'en', drawer = false }: Query,
): Promise<ReceiptFile> {
  const sheet = composeSheet(receipt, lang);
  switch (format) {
    case 'html':
      return { type: 'text/html', bytes: Buffer.from(writeHtml(sheet, width)) };
    case 'pdf':
      return {
        type: 'application/pdf',
        bytes: await printReceipt(module, receipt, { tenant, language: lang, width }),
      };
    case 'escpos':
      return {
        type: 'application/octet-stream',
        attachment: true,
        bytes: await module.press.print(ESCPOS, { sheet, width, drawer }),
      };
    case 'text':
      return { type: 'text/plain', bytes: Buffer.from(writeText(sheet, width)) };
  }
}

/** A receipt as a page that needs nothing beside itself: to show, to print on a roll, or to put into an e-mail. */
export function writeHtml(sheet: ReceiptSheet, width: ReceiptWidth): string {
  const { link, language, title, store } = sheet;
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}, ${store}</title>
${styleFor(Number(width), heightMillimetres(sheet, Number(width)))}</head>
<body><main>${receiptMarkup(sheet)}
${link === null ? null : html`<p class="link">${codeMarkup(link.url, link.caption)}<a href="${link.url}">${link.caption}</a></p>`}</main></body>
</html>
`.text;
}

const LINE_MILLIMETRES = 4.6;
const CODE_MILLIMETRES = 37;
const EDGES_MILLIMETRES = 18;
/** Of the widest letters that phones and computers have by themselves, so that there is room for all. */
const LETTERS_PER_MILLIMETRE = 0.54;

/** How long the paper has to be: browsers take a sheet for letters where the height of a page is `auto`, and no script may measure here. */
function heightMillimetres(sheet: ReceiptSheet, paperMillimetres: number): number {
  const lines = layOutSheet(sheet, Math.floor((paperMillimetres - 6) * LETTERS_PER_MILLIMETRE));
  const codes = lines.filter(({ kind }) => kind === 'qr').length;
  return Math.ceil(EDGES_MILLIMETRES + (lines.length - codes) * LINE_MILLIMETRES + codes * CODE_MILLIMETRES);
}

/** Black on white, whatever the screen's scheme: it is paper. */
function styleFor(paperMillimetres: number, height: number): Html {
  return html`<style>
body{margin:0;background:#fff;color:#000;font:12px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
main{margin:0 auto;padding:3mm;max-width:${paperMillimetres - 6}mm}
@page{size:${paperMillimetres}mm ${height}mm;margin:0}
h1{font-size:17px;line-height:1.2;margin:0 0 4px}.kind{display:block;font-size:11px;font-weight:400}
p,dl,ul,dd{margin:0;padding:0}header,footer,.banner,.link{text-align:center}
.banner{font-weight:700;border:2px solid #000;margin:8px 0;padding:3px}
dl,ul,.fiscal,footer,.link{border-top:1px dashed #000;margin-top:7px;padding-top:7px}.fiscal dl{border:0;margin:0;padding:0}
ul{list-style:none}li+li{margin-top:4px}.row{display:flex;justify-content:space-between;gap:10px}.figure{text-align:right;font-variant-numeric:tabular-nums}
.items .figure,.sums .figure,.paid .figure,.within .figure{white-space:nowrap}
.detail{padding-left:10px;color:#444;font-size:11px}.strong{font-weight:700;font-size:15px}.within{font-size:11px}
.code{display:block;width:34mm;margin:4px auto}a{color:inherit}
</style>`;
}

type Body = Input<Operations['sendSaleReceipt']>['body'];
const MAIL = /^[^@\s]+@[^@\s]+$/;

/** Sends the receipt of a sale to its buyer, or makes a link to pass on. */
export async function sendSaleReceipt(
  { params, body }: Input<Operations['sendSaleReceipt']>,
  call: Call,
  module: Pos,
): Promise<Reply<SentReceipt>> {
  const given = body.to === undefined ? null : readAddress(body.to, { body, call });
  return effect<SentReceipt>(module, call, {
    single: true,
    work: async (runner) => reply(await send(module, runner, { id: params.id, body, given, call })),
  });
}

type Sending = {
  readonly id: string;
  readonly body: Body;
  /** Where to, if the request says so. */ readonly given: string | null;
  readonly call: Call;
};

async function send(module: Pos, runner: Runner, { id, body, given, call }: Sending): Promise<SentReceipt> {
  const { tenant, caller } = call;
  const { channel } = body;
  const sale = await findSale(runner, { tenant, id });
  if (!sale) throw saleNotFound(id);
  if (sale.completed_at === null)
    throw stateConflict(sale, 'completed', 'The sale is not paid, so it has no receipt yet');
  const to = given ?? (channel === 'email' ? sale.customer_email : sale.customer_phone);
  const url = `${module.settings.publicUrl}/r/${sale.receipt_token}`;
  const amount = formatMoney(sale.total + sale.cash_rounding, sale.currency);
  if (channel === 'link') return { channel, status: 'share', url, share_url: url, to: null };
  if (channel === 'whatsapp')
    return {
      channel,
      status: 'share',
      url,
      share_url: `https://wa.me/${to?.replaceAll(/\D/g, '') ?? ''}?text=${encodeURIComponent(`${caller.merchant.storeName}, receipt ${numberOf(sale)}, ${amount}: ${url}`)}`,
      to,
    };
  if (to === null)
    throw new Failure(
      'RECIPIENT_NOT_REACHABLE',
      `The sale has no ${channel === 'email' ? 'e-mail address' : 'phone number'} of its customer. Send one as to.`,
    );
  const sent: ReceiptSent = {
    sale_id: sale.id,
    number: numberOf(sale),
    channel,
    to,
    url,
    store_name: caller.merchant.storeName,
    amount,
    lang: body.lang ?? 'en',
    sent_at: call.now.toISOString(),
  };
  const fact: Fact = newFact({ kind: 'pos.receipt.sent', sequence: 1, at: sent.sent_at, facts: sent });
  await tellOfReceipt(runner, tenant, {
    id: makeId('ntc_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
    fact,
  });
  return { channel, status: sale.livemode ? 'queued' : 'test', url, share_url: null, to };
}

function readAddress(
  to: string,
  { body: { channel }, call }: { readonly body: Body; readonly call: Call },
): string {
  if (channel === 'link') return to;
  if (channel !== 'email') return readPhone(to, { path: 'to', call });
  if (!MAIL.test(to)) throw invalid({ path: 'to', message: 'must be an e-mail address' });
  return to;
}

function numberOf(sale: SaleRow): string {
  return sale.receipt_number ?? sale.id;
}
