import type { FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import type { Call } from '@cottontree/client';

/** What sets the price: the same fields in the quote and in the delivery. */
const PRICED = [
  'pickup_address_id',
  'pickup_city',
  'pickup_address',
  'pickup_lat',
  'pickup_lng',
  'pickup_plus_code',
  'delivery_address_id',
  'delivery_city',
  'delivery_address',
  'delivery_lat',
  'delivery_lng',
  'delivery_plus_code',
  'weight_kg',
  'package_size',
  'declared_value',
  'cod_amount',
  'service_level',
  'batch_id',
] as const;

/** Says that the place of pickup is typed, though a usual one is saved. */
export const TYPED_PLACE = 'typed';

const PLACES = ['city', 'address', 'landmark', 'lat', 'lng', 'plus_code'] as const;

/** How the form begins. */
export function beginning(prefilled: Readonly<Record<string, string>>): FormValues {
  return {
    delivery_address_id: prefilled['delivery_address_id'] ?? '',
    delivery_city: prefilled['delivery_city'] ?? '',
    delivery_address: prefilled['delivery_address'] ?? '',
    delivery_landmark: '',
    delivery_instructions: '',
    delivery_lat: '',
    delivery_lng: '',
    delivery_plus_code: '',
    recipient_name: prefilled['recipient_name'] ?? '',
    recipient_phone: prefilled['recipient_phone'] ?? '',
    recipient_phone_alt: '',
    keep_address: false,
    pickup_address_id: '',
    pickup_city: '',
    pickup_address: '',
    pickup_landmark: '',
    pickup_contact_name: '',
    pickup_contact_phone: '',
    pickup_instructions: '',
    package_size: 'small',
    weight_kg: '1',
    declared_value: '',
    package_description: '',
    fragile: false,
    cod_amount: '',
    service_level: 'standard',
    pickup_window_start: '',
    pickup_window_end: '',
    delivery_window_start: '',
    delivery_window_end: '',
    order_number: prefilled['order_number'] ?? '',
    transaction_id: '',
    store_name: '',
    batch_id: '',
    undeliverable_action: 'return',
    max_shipping_fee: '',
    require_pickup_code: true,
    require_delivery_code: true,
    require_photo: false,
    require_signature: false,
    notify_recipient: true,
    allow_duplicate: false,
    'simulate.outcome': '',
    'simulate.step_seconds': '10',
    'simulate.reason': '',
    'simulate.wrong_codes': '',
  };
}

type Body = Record<string, unknown>;

/** What is in the parcel, as rows. */
export const ITEMS = Object.freeze({ list: 'items', blank: { name: '', quantity: '1', price: '', sku: '' } });

/** What is sent: a saved address goes before what is typed, and what only the form knows stays here. */
export function bodyOfNew(form: FormState): Body {
  const { keep_address: _kept, simulate, ...body } = form.body();
  if (body['pickup_address_id'] === TYPED_PLACE) delete body['pickup_address_id'];
  for (const end of ['pickup', 'delivery'] as const)
    if (body[`${end}_address_id`] !== undefined) for (const part of PLACES) delete body[`${end}_${part}`];
  return {
    ...body,
    ...((simulate as Body | undefined)?.['outcome'] === undefined ? {} : { simulate }),
  };
}

/** What the quote is asked; null while nobody has said where it goes. */
export function quoteOf(body: Body): NonNullable<Call<'getQuote'>['query']> | null {
  const asked = Object.fromEntries(
    PRICED.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
  const hasPlace = ['delivery_address_id', 'delivery_city', 'delivery_plus_code', 'delivery_lat'].some(
    (name) => asked[name] !== undefined,
  );
  if (!hasPlace || !areWhole(asked)) return null;
  const start = body['pickup_window_start'];
  // A price is that of a time; without one there is none to ask for.
  if (lacksTime(body)) return null;
  return { ...asked, ...(start === undefined ? {} : { pickup_at: String(start) }) };
}

/** Whether a time is agreed, and nobody has said from when. */
export function lacksTime({ service_level: level, pickup_window_start: start }: Body): boolean {
  return level === 'scheduled' && start === undefined;
}

const LETTERS_MIN = 2;
const ADDRESS_MIN = 3;

/** Whether nothing is half typed: a price for it would be one for something else. */
function areWhole(asked: Body): boolean {
  const isLong = (name: string, least: number): boolean =>
    asked[name] === undefined || String(asked[name]).length >= least;
  const areNumbers = ['weight_kg', 'declared_value', 'cod_amount'].every(
    (name) => asked[name] === undefined || Number.isFinite(Number(asked[name])),
  );
  const havePairs = ['pickup', 'delivery'].every(
    (end) => (asked[`${end}_lat`] === undefined) === (asked[`${end}_lng`] === undefined),
  );
  return (
    areNumbers &&
    havePairs &&
    isLong('delivery_city', LETTERS_MIN) &&
    isLong('pickup_city', LETTERS_MIN) &&
    isLong('delivery_address', ADDRESS_MIN) &&
    isLong('pickup_address', ADDRESS_MIN)
  );
}
