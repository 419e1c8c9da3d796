import type { PaymentChannel } from '@cottontree/contract';
import { html, type Html } from '../html.ts';

const DRAWN: Readonly<Record<PaymentChannel, string>> = {
  mobile_money: 'M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 18h.01',
  card: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM2 10h20',
  qr: 'M3 3h6v6H3zM15 3h6v6h-6zM3 15h6v6H3zM15 15h2v2h-2zM20 15v2M15 20h2M20 20h1',
  nfc: 'M6 8.3a7 7 0 0 1 0 7.400M9.500 6a11 11 0 0 1 0 12M13 4a15 15 0 0 1 0 16',
  hosted: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 6 5 12 0 18M12 3c-5 6-5 12 0 18',
  cash: 'M3 6h18v12H3zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM6 12h.01M18 12h.01',
  external: 'M5 12h.01M12 12h.01M19 12h.01',
};

/** A way to pay as a picture beside its name. */
export function wayIcon(channel: PaymentChannel): Html {
  return html`<svg class="line" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${DRAWN[channel]}"/></svg>`;
}
