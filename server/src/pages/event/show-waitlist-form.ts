import type { EventPage } from '../../events/index.ts';
import { field, type Attempt } from '../checkout/field.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';
import { isSoldOut } from './event-state.ts';

/** Beyond this the whole of a sold-out event would have to come back. */
const QUANTITIES = [1, 2, 3, 4, 5, 6, 8, 10];

/** Where people wait for what is sold out. Its fields begin with `wait_`, for the form of the tickets may stand on the same page. */
export function showWaitlistForm({ event, nonce }: EventPage, attempt: Attempt, view: View): Html {
  const { events: texts } = view.texts;
  const types = event.ticket_types.filter(isSoldOut);
  const [only] = types;
  const chosen = attempt?.values['wait_type'] ?? only?.id;
  const pick =
    types.length === 1 && only
      ? html`<p><b>${only.name}</b></p><input type="hidden" name="wait_type" value="${only.id}">`
      : html`<label for="wait_type">${texts.waitFor}</label><select id="wait_type" name="wait_type">${types.map(({ id, name }) => html`<option value="${id}"${id === chosen ? html` selected` : null}>${name}</option>`)}</select>`;
  const quantity = attempt?.values['wait_quantity'] ?? '1';
  return html`<section class="card" id="waitlist"><h2>${texts.waitlist}</h2><p>${texts.waitlistHelp}</p><form method="post" action="${view.link(`/e/${event.id}/waitlist`)}"><input type="hidden" name="nonce" value="${nonce}">
${pick}<label for="wait_quantity">${texts.quantity}</label><select id="wait_quantity" name="wait_quantity">${QUANTITIES.map((one) => html`<option${String(one) === quantity ? html` selected` : null}>${one}</option>`)}</select>
${field({ name: 'wait_name', label: texts.name, autocomplete: 'name', lengthMax: 120 }, attempt)}
${field({ name: 'wait_phone', label: texts.phone, kind: 'tel', autocomplete: 'tel', lengthMax: 32 }, attempt)}
${field({ name: 'wait_email', label: texts.email, kind: 'email', autocomplete: 'email', lengthMax: 254 }, attempt)}
<button class="button" type="submit">${texts.wait}</button></form></section>`;
}
