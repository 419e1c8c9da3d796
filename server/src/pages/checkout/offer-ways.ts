import type { PaymentChannel } from '@cottontree/contract';
import { html, type Html } from '../../kernel/web/html.ts';
import type { View } from '../layout.ts';
import { field, type FilledField } from './field.ts';

type Offer = {
  readonly channels: readonly PaymentChannel[];
  readonly attempt: FilledField;
  readonly livemode: boolean;
  /** Another phone number of the form will do. */ readonly hasPhone?: boolean;
};

/** The ways to pay, as part of a form: the fields `channel` and `wallet`. */
export function offerWays({ channels, attempt, livemode, hasPhone = false }: Offer, view: View): Html {
  const { pay: texts } = view.texts;
  const [only] = channels;
  if (only === undefined) return html`<p class="error">${texts.noWay}</p>`;
  const chosen = attempt?.values['channel'] ?? only;
  const ways =
    channels.length === 1
      ? html`<input type="hidden" name="channel" value="${only}">`
      : html`<fieldset><legend>${texts.choose}</legend><div class="options">${channels.map((channel) => html`${way(channel, channel === chosen, view)}${channel === 'mobile_money' ? wallet({ attempt, livemode, isNeeded: false }, view) : null}`)}</div></fieldset>`;
  // Where there is a choice, the number stands in the way that asks for it.
  return only === 'mobile_money' && channels.length === 1
    ? html`${ways}${wallet({ attempt, livemode, isNeeded: !hasPhone }, view)}`
    : ways;
}

function way(channel: PaymentChannel, isChosen: boolean, { texts: { pay: texts } }: View): Html {
  const [name, help] = texts.ways[channel];
  return html`<label class="option"><input type="radio" name="channel" value="${channel}" required${isChosen ? html` checked` : null}><span><b>${name}</b><span class="quiet">${help}</span></span>${wayIcon(channel)}</label>`;
}

function wallet(
  {
    attempt,
    livemode,
    isNeeded,
  }: { readonly attempt: FilledField; readonly livemode: boolean; readonly isNeeded: boolean },
  { texts: { pay: texts } }: View,
): Html {
  return html`<div class="wallet">${field({ name: 'wallet', label: texts.phone, kind: 'tel', autocomplete: 'tel', help: texts.phoneHelp, lengthMax: 32, required: isNeeded }, attempt)}
${livemode ? null : html`<details><summary>${texts.testNumbers}</summary><p class="quiet">${texts.testNumbersHelp}</p><ul class="numbers">${texts.testPhones.map(([number, meaning]) => html`<li><span class="mono">${number}</span><span>${meaning}</span></li>`)}</ul></details>`}</div>`;
}

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
function wayIcon(channel: PaymentChannel): Html {
  return html`<svg class="line" viewBox="0 0 24 24" aria-hidden="true"><path d="${DRAWN[channel]}"/></svg>`;
}
