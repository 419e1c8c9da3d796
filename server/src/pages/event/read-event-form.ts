import {
  parseAmount,
  type CreateTicketOrderBody,
  type JoinWaitlistBody,
  type PublicTicketType,
} from '@cottontree/contract';
import type { EventPage } from '../../modules/events/index.ts';
import { isWholeMailAddress } from '../../kernel/web/is-whole-mail-address.ts';
import { Misread } from '../checkout/misread.ts';
import { readTypedAmount } from '../checkout/read-typed-amount.ts';
import { readPhoneText } from '../checkout/read-way.ts';
import type { View } from '../layout.ts';

type Form = Readonly<Record<string, string>>;

const QUANTITY_MAX = 100;

/** What the form of an event's tickets asks for; refuses in words for people what is missing or cannot be read. */
export function readTicketForm(page: EventPage, form: Form, { texts }: View): CreateTicketOrderBody {
  const { problems } = texts.events;
  const items = page.event.ticket_types.flatMap((type) => readItem(type, form, texts.events));
  if (items.length === 0) throw new Misread(problems.none, null);
  const name = form['name'] ?? '';
  if (name === '' || name.length > 120) throw new Misread(problems.name, 'name');
  const reach = readReach(
    page,
    { phone: form['phone'] ?? '', email: form['email'] ?? '' },
    { texts: texts.events, prefix: '' },
  );
  const promo = form['promo'] ?? '';
  if (promo.length > 40) throw new Misread(problems.promo, 'promo');
  return { items, channel: 'web', buyer: { name, ...reach }, ...(promo === '' ? {} : { promo_code: promo }) };
}

/** What the form of the waiting list asks for. */
export function readWaitlistForm(
  page: EventPage,
  form: Form,
  { texts: { events: texts } }: View,
): JoinWaitlistBody {
  const type = page.event.ticket_types.find(({ id }) => id === form['wait_type']);
  const quantity = form['wait_quantity'] ?? '1';
  if (!type || !/^([1-9]|1\d|20)$/.test(quantity)) throw new Misread(texts.problems.none, 'wait_type');
  const name = (form['wait_name'] ?? '').slice(0, 120);
  const reach = readReach(
    page,
    { phone: form['wait_phone'] ?? '', email: form['wait_email'] ?? '' },
    { texts, prefix: 'wait_' },
  );
  return { ticket_type_id: type.id, quantity: Number(quantity), ...(name === '' ? {} : { name }), ...reach };
}

type EventTexts = View['texts']['events'];

function readItem(
  type: PublicTicketType,
  form: Form,
  { problems }: EventTexts,
): CreateTicketOrderBody['items'] {
  const written = form[`count_${type.id}`] ?? '0';
  const quantity = /^\d{1,3}$/.test(written) ? Number(written) : written === '' ? 0 : Number.NaN;
  if (quantity === 0) return [];
  if (!(quantity <= QUANTITY_MAX)) throw new Misread(problems.tooMany, `count_${type.id}`);
  if (type.kind !== 'donation') return [{ ticket_type_id: type.id, quantity }];
  const price = readTypedAmount(form[`price_${type.id}`] ?? '', type.currency);
  const parsed = price === null ? null : parseAmount(price, type.currency);
  const least = parseAmount(type.min_price ?? 0, type.currency);
  if (price === null || !parsed?.ok || !least.ok || parsed.minor < least.minor)
    throw new Misread(problems.price, `price_${type.id}`);
  return [{ ticket_type_id: type.id, quantity, unit_price: price }];
}

type Reach = { readonly phone?: string; readonly email?: string };

/** Tickets, or the word that there are some, must come to somebody. */
function readReach(
  { tenant, seller }: EventPage,
  { phone: written, email }: { readonly phone: string; readonly email: string },
  { texts, prefix }: { readonly texts: EventTexts; readonly prefix: string },
): Reach {
  if (written === '' && email === '') throw new Misread(texts.reach, `${prefix}phone`);
  const phone =
    written === '' ? null : readPhoneText(written, { livemode: tenant.livemode, country: seller.country });
  if (written !== '' && phone === null) throw new Misread(texts.problems.phone, `${prefix}phone`);
  if (email !== '' && !isWholeMailAddress(email)) throw new Misread(texts.problems.email, `${prefix}email`);
  return { ...(phone === null ? {} : { phone }), ...(email === '' ? {} : { email }) };
}
