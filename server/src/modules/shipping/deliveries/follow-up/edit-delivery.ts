import { formatMoney, nextStatuses } from '@cottontree/contract';
import { Failure } from '../../../../kernel/call/failure.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries.queries.ts';
import { unchanged } from '../delivery-change.ts';
import { detailsOf, type DeliveryDetails } from '../present-delivery.ts';
import type { ZoneIndex } from '../../coverage/compile-zones.ts';
import { resolveLocation } from '../../coverage/resolve-location.ts';
import type { Edit } from './read-edit.ts';

type Editing = { readonly edit: Edit; readonly now: Date; readonly zones: ZoneIndex };

/** What can still change once the parcel is on its way. */
const UNTIL_DELIVERED: readonly string[] = ['recipient_phone', 'recipient_phone_alt'];
const ALWAYS: readonly string[] = ['metadata'];

/** The change that an edit makes of a delivery as it stands; null where nothing would differ. */
export function editDelivery(row: DeliveryRow, { edit, now, zones }: Editing): DeliveryChange | null {
  refuseLate(row, edit);
  const before = detailsOf(row);
  const cash = cashAfter(row, edit.codAmount, before);
  const details: DeliveryDetails = {
    ...before,
    ...(edit.details as Partial<DeliveryDetails>),
    ...pinAfter(row, { edit, zones }),
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
  { edit: { pin }, zones }: Pick<Editing, 'edit' | 'zones'>,
): Partial<DeliveryDetails> {
  if (!pin) return {};
  const { delivery_city: city, delivery_zone: zone } = detailsOf(row);
  const found = resolveLocation(zones, {
    prefix: 'delivery_',
    city,
    lat: pin.lat,
    lng: pin.lng,
    plusCode: pin.plusCode,
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
    delivery_plus_code: pin.plusCode ?? null,
    delivery_address_id: null,
  };
}

/** The fee stays as it is, so the cash cannot grow beyond what it was priced with. */
function cashAfter(
  row: DeliveryRow,
  wanted: bigint | null,
  details: DeliveryDetails,
): { readonly amount: bigint; readonly details: Partial<DeliveryDetails> } | null {
  if (wanted === null || wanted === row.cod_amount) return null;
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
