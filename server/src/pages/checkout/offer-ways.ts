import type { PaymentChannel } from '@cottontree/contract';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';
import { field, type FilledField } from './field.ts';
import { wayIcon } from './way-icon.ts';

export type Offer = {
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
