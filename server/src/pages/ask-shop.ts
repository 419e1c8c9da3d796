import { formatPhone } from './format.ts';
import { html, type Html } from '../kernel/web/html.ts';
import type { View } from './layout.ts';

/** Whom customers of the shop ask, as links; null where it named nobody. */
export function askShop({ brand, texts: { common } }: View): Html | null {
  const { phone = null, whatsapp = null, email = null } = brand?.look ?? {};
  const name = brand?.storeName ?? '';
  const ways = [
    phone === null
      ? null
      : html`<li><a href="tel:${phone}">${CALL}${common.call(name)}<span class="hidden">, ${formatPhone(phone)}</span></a></li>`,
    whatsapp === null
      ? null
      : html`<li><a href="https://wa.me/${whatsapp.replaceAll(/\D/g, '')}" rel="noreferrer">${CHAT}${common.chat(name)}</a></li>`,
    email === null ? null : html`<li><a href="mailto:${email}">${LETTER}${common.write(name)}</a></li>`,
  ].filter((way) => way !== null);
  return ways.length === 0 ? null : html`<ul class="asks">${ways}</ul>`;
}

const line = (path: string): Html =>
  html`<svg class="line" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const CALL = line(
  'M6.500 3.500l3 .7 1.200 4-2 1.600a12 12 0 0 0 5.500 5.500l1.600-2 4 1.200.7 3c-.6 1.700-2 3-4 3A15.500 15.500 0 0 1 3.500 7.500c0-2 1.300-3.400 3-4z',
);
const CHAT = line('M3 21l1.500-4.400A9 9 0 1 1 8 20z');
const LETTER = line('M3 5h18v14H3zM3 6l9 7 9-7');
/** What can be kept of a page. */
export const DOWNLOAD = line('M12 15V3M21 15v6H3v-6M7 10l5 5 5-5');
