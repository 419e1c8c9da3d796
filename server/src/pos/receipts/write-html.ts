import type { ReceiptWidth } from '@cottontree/contract';
import { html, type Html } from '../../core/html.ts';
import { codeMarkup, receiptMarkup } from './receipt-markup.ts';
import type { ReceiptSheet } from './receipt-sheet.ts';

/** A receipt as a page that needs nothing beside itself: to show, to print on a roll, or to put into an e-mail. */
export function writeHtml(sheet: ReceiptSheet, width: ReceiptWidth): string {
  const { link, language, title, store } = sheet;
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}, ${store}</title>
${styleFor(Number(width))}</head>
<body><main>${receiptMarkup(sheet)}
${link === null ? null : html`<p class="link">${codeMarkup(link.url, link.caption)}<a href="${link.url}">${link.caption}</a></p>`}</main></body>
</html>
`.text;
}

/** Black on white, whatever the screen's scheme: it is paper. */
function styleFor(paperMillimetres: number): Html {
  return html`<style>
body{margin:0;background:#fff;color:#000;font:12px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
main{margin:0 auto;padding:3mm;max-width:${paperMillimetres - 6}mm}
@page{size:${paperMillimetres}mm auto;margin:0}
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
