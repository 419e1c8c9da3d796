import { accentUsed, type NoticeLocale } from '@cottontree/contract';
import { html, type Html } from '../../kernel/web/html.ts';
import type { Mail } from './mail.ts';

/** How the letters of a merchant look. */
export type LetterBrand = {
  readonly storeName: string;
  readonly look: { readonly accent: string | null; readonly footer: string | null };
};

const OPEN: Readonly<Record<NoticeLocale, string>> = { en: 'Open the page', kri: 'Opin di pej' };
/** What ends a sentence is not the link's. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g;

/** The same letter as HTML: made of its text, readable without a picture, in the light and the dark of a phone's mail program. */
export function dressLetter(
  { text }: Mail,
  {
    brand,
    locale,
    isTest,
  }: { readonly brand: LetterBrand; readonly locale: NoticeLocale; readonly isTest: boolean },
): string {
  const { light } = accentUsed(brand.look.accent);
  const paragraphs = text.trim().split(/\n{2,}/);
  const body = paragraphs.map((paragraph) =>
    isLink(paragraph)
      ? button(paragraph, { label: OPEN[locale], colours: light })
      : plain(paragraph, light.brand_ink),
  );
  return html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:0;background:#f6f4ee;color:#17211a;font:17px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
${isTest ? html`<p style="margin:0 0 16px;padding:8px 14px;border-radius:8px;background:#26296b;color:#ffffff;font-weight:600">Test mode</p>` : null}
<p style="margin:0 0 16px;font-weight:700;font-size:19px">${brand.storeName}</p>
<div style="padding:22px;border:1px solid #e3dfd4;border-radius:16px;background:#ffffff;color:#17211a">${body}</div>
<p style="margin:16px 0 0;text-align:center;color:#4a564e;font-size:14px">${brand.look.footer === null ? null : html`${brand.look.footer}<br>`}by Cottontree</p>
</div></body></html>
`.text;
}

function isLink(paragraph: string): boolean {
  return paragraph.replace(LINK, '').trim() === '' && (paragraph.match(LINK)?.length ?? 0) === 1;
}

function button(
  url: string,
  {
    label,
    colours,
  }: { readonly label: string; readonly colours: { readonly brand: string; readonly on_brand: string } },
): Html {
  return html`<p style="margin:18px 0"><a href="${url.trim()}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${colours.brand};color:${colours.on_brand};font-weight:700;text-decoration:none">${label}</a></p>
<p style="margin:0 0 14px;color:#4a564e;font-size:14px;overflow-wrap:anywhere">${url.trim()}</p>`;
}

/** A paragraph with its line ends, and links that can be touched. */
function plain(paragraph: string, ink: string): Html {
  const lines = paragraph
    .split('\n')
    .map((line, at) => html`${at === 0 ? null : html`<br>`}${linked(line, ink)}`);
  return html`<p style="margin:0 0 14px">${lines}</p>`;
}

function linked(line: string, ink: string): Html {
  const urls = line.match(LINK) ?? [];
  const between = line.split(LINK);
  return html`${between.map((words, at) => html`${words}${urls[at] === undefined ? null : html`<a href="${urls[at]}" style="color:${ink};overflow-wrap:anywhere">${urls[at]}</a>`}`)}`;
}
