import { isDeepStrictEqual } from 'node:util';
import {
  formatMoney,
  nextStatuses,
  normaliseJobNumber,
  operations,
  type Currency,
  type Delivery,
  type Input,
  type Operations,
  type UpdateDeliveryBody,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { requireMatch } from '../../../../kernel/change/if-match.ts';
import { refuseReadOnly } from '../../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { readPhone } from '../../../../kernel/phone/read-phone.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries.queries.ts';
import { deliveryNotFound, moveDelivery } from '../move-delivery.ts';
import type { Shipping } from '../../module.ts';
import type { ZoneIndex } from '../../coverage/compile-zones.ts';
import { resolveLocation } from '../../coverage/resolve-location.ts';
import { amountOf } from '../../pricing/price-request.ts';
import { detailsOf, presentDelivery, type DeliveryDetails } from '../present-delivery.ts';
import { unchanged } from '../delivery-change.ts';

/** Changes what may still change of a delivery; the fee stays as it is. */
export async function updateDelivery(
  { params, body }: Input<Operations['updateDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const edit = readEdit(body, call, module.map().card.currency);
  const decide = (row: DeliveryRow): DeliveryChange | null => {
    requireMatch(call.ifMatch, { version: row.version, what: `Delivery ${row.job_number}` });
    refuseReadOnly(operations.updateDelivery.readOnly, body, presentDelivery(row, module));
    return editDelivery(row, { edit, now: call.now, zones: module.map().zones });
  };
  const { row } = await moveDelivery(
    module.store.of(call.tenant),
    { tenant: call.tenant, jobNumber },
    { decide, wallClock: module.world.now() },
  );
  return reply(presentDelivery(row, module), { version: String(row.version) });
}

type Editing = { readonly edit: Edit; readonly now: Date; readonly zones: ZoneIndex };

/** What can still change once the parcel is on its way. */
const UNTIL_DELIVERED: readonly string[] = ['recipient_phone', 'recipient_phone_alt'];
const ALWAYS: readonly string[] = ['metadata'];

/** The change that an edit makes of a delivery as it stands; null where nothing would differ. */
export function editDelivery(row: DeliveryRow, { edit, now, zones }: Editing): DeliveryChange | null {
  const before = detailsOf(row);
  const news = newsOf(edit, row, before);
  refuseLate(row, news);
  const cash = cashAfter(row, news.codAmount, before);
  const details: DeliveryDetails = {
    ...before,
    ...(news.details as Partial<DeliveryDetails>),
    ...pinAfter(row, { pin: news.pin, zones }),
    ...cash?.details,
  };
  if (!cash && JSON.stringify(details) === JSON.stringify(before)) return null;
  return {
    ...unchanged(row, now),
    details,
    recipient_phone: details.recipient_phone,
    ...(cash ? { cod_amount: cash.amount, cod_status: cash.amount === 0n ? 'none' : 'to_collect' } : {}),
  };
}

/** What an edit says that the delivery does not say already: one that was read can be sent back whole. */
function newsOf({ details, pin, codAmount }: Edit, row: DeliveryRow, before: DeliveryDetails): Edit {
  const told = Object.entries(details).filter(
    ([field, value]) => !isDeepStrictEqual(value, before[field as keyof DeliveryDetails]),
  );
  return {
    details: Object.fromEntries(told),
    pin: pin && pinNews(pin, before),
    codAmount: codAmount === row.cod_amount ? null : codAmount,
  };
}

/** Which pin an edit means; null where it is the one that is there. */
function pinNews({ lat, lng, plusCode }: Pin, before: DeliveryDetails): Pin | null {
  const byCode = plusCode !== undefined && plusCode !== before.delivery_plus_code;
  const byPoint =
    (lat !== undefined && lat !== before.delivery_lat) || (lng !== undefined && lng !== before.delivery_lng);
  if (byCode && byPoint && plusCode !== null)
    throw invalid({
      path: 'delivery_plus_code',
      message: 'stands instead of delivery_lat and delivery_lng, not beside them',
    });
  if ((lat === undefined) !== (lng === undefined))
    throw lat === undefined
      ? invalid({ path: 'delivery_lat', message: 'is required with delivery_lng' })
      : invalid({ path: 'delivery_lng', message: 'is required with delivery_lat' });
  if (byPoint) return { lat, lng };
  return byCode ? { plusCode } : null;
}

function refuseLate(row: DeliveryRow, edit: Edit): void {
  const status = row.status;
  if (status === 'pending' || status === 'assigned') return;
  const onItsWay = status === 'picked_up' || status === 'in_transit';
  const open = onItsWay ? [...UNTIL_DELIVERED, ...ALWAYS] : ALWAYS;
  const late = [
    ...Object.keys(edit.details).filter((field) => !open.includes(field)),
    ...(edit.codAmount === null ? [] : ['cod_amount']),
    ...(edit.pin && !onItsWay ? ['the pin'] : []),
  ];
  if (late.length === 0) return;
  const still = onItsWay ? "only the recipient's phones, the pin and metadata" : 'only metadata';
  throw new Failure(
    'STATE_CONFLICT',
    `Delivery ${row.job_number} is ${status}; ${still} can still change, not ${late.join(', ')}.`,
    { details: { from: status, to: status, allowed: nextStatuses(status), fields: late } },
  );
}

function pinAfter(
  row: DeliveryRow,
  { pin, zones }: { readonly pin: Pin | null; readonly zones: ZoneIndex },
): Partial<DeliveryDetails> {
  if (!pin) return {};
  const { lat, lng, plusCode } = pin;
  if (plusCode === null) return { delivery_plus_code: null };
  if (lat === null && lng === null) return NO_PIN;
  const { delivery_city: city, delivery_zone: zone } = detailsOf(row);
  const found = resolveLocation(zones, {
    prefix: 'delivery_',
    city,
    lat: lat ?? undefined,
    lng: lng ?? undefined,
    plusCode,
  });
  if (!found.ok) throw new Failure(found.code, found.message, { details: found.details });
  const { location } = found;
  if (location.zone.id !== zone.id) {
    throw new Failure(
      'ADDRESS_MISMATCH',
      `The new pin lies in ${location.zone.name}, and the fee was made for ${zone.name}. Cancel this delivery and create one to the new place.`,
      { details: { zone: location.zone.code, expected: zone.code } },
    );
  }
  return {
    delivery_lat: location.point.lat,
    delivery_lng: location.point.lng,
    delivery_plus_code: plusCode ?? null,
    delivery_address_id: null,
  };
}

/** Couriers then go by the middle of the zone. */
const NO_PIN: Partial<DeliveryDetails> = {
  delivery_lat: null,
  delivery_lng: null,
  delivery_plus_code: null,
  delivery_address_id: null,
};

/** The fee stays as it is, so the cash cannot grow beyond what it was priced with. */
function cashAfter(
  row: DeliveryRow,
  wanted: bigint | null,
  details: DeliveryDetails,
): { readonly amount: bigint; readonly details: Partial<DeliveryDetails> } | null {
  if (wanted === null || wanted === row.cod_amount) return null;
  if (row.cod_status === 'settled')
    throw new Failure(
      'STATE_CONFLICT',
      `${formatMoney(row.cod_amount, row.currency)} was paid for ${row.job_number} already, so its cod_amount can no longer change. Cancel it, and what was paid goes back.`,
      { details: { from: row.cod_status, to: row.cod_status, allowed: [], fields: ['cod_amount'] } },
    );
  const priced = details.priced_cod_minor === undefined ? row.cod_amount : BigInt(details.priced_cod_minor);
  if (wanted > priced) {
    throw new Failure(
      'COD_LIMIT_EXCEEDED',
      `cod_amount can be at most ${formatMoney(priced, row.currency)}, with which the fee was priced. Cancel this delivery and create one for more.`,
      { details: { fields: [{ path: 'cod_amount', message: 'is more than the fee was priced with' }] } },
    );
  }
  return { amount: wanted, details: { priced_cod_minor: String(priced) } };
}

const PHONES = ['recipient_phone', 'recipient_phone_alt', 'pickup_contact_phone'] as const;
const TEXTS = [
  'recipient_name',
  'delivery_address',
  'delivery_landmark',
  'delivery_instructions',
  'pickup_contact_name',
  'pickup_instructions',
  'notify_recipient',
  'metadata',
] as const;

/** Where the parcel goes: the one or the other; null: nowhere in particular. */
type Pin = {
  readonly lat?: number | null | undefined;
  readonly lng?: number | null | undefined;
  readonly plusCode?: string | null | undefined;
};

/** A change of a delivery as asked for: what goes straight into its details, the pin, and the cash in minor units. */
type Edit = {
  readonly details: Readonly<Record<string, unknown>>;
  readonly pin: Pin | null;
  readonly codAmount: bigint | null;
};

/** Reads the body of a change: phones in E.164, the amount held to what couriers may carry. */
function readEdit(body: UpdateDeliveryBody, call: Call, currency: Currency): Edit {
  const texts = TEXTS.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]);
  const phones = PHONES.filter((field) => body[field] !== undefined).map((path) => [
    path,
    phoneOf(body[path], { path, call }),
  ]);
  return {
    details: Object.fromEntries([...texts, ...phones]) as Edit['details'],
    pin: { lat: body.delivery_lat, lng: body.delivery_lng, plusCode: body.delivery_plus_code },
    codAmount:
      body.cod_amount === undefined ? null : amountOf(body.cod_amount, { path: 'cod_amount', currency }),
  };
}

function phoneOf(
  text: string | null | undefined,
  field: { readonly path: string; readonly call: Call },
): string | null {
  return text === null || text === undefined ? null : readPhone(text, field);
}
