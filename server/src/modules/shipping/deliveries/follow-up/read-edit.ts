import type { Currency, UpdateDeliveryBody } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { invalid } from '../../../../kernel/call/failure.ts';
import { amountOf } from '../../pricing/price-request.ts';
import { readPhone } from '../../../../kernel/phone/read-phone.ts';

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

/** A change of a delivery as asked for: what goes straight into its details, the pin, and the cash in minor units. */
export type Edit = {
  readonly details: Readonly<Record<string, unknown>>;
  readonly pin: { readonly lat?: number; readonly lng?: number; readonly plusCode?: string } | null;
  readonly codAmount: bigint | null;
};

/** Reads the body of a change: phones in E.164, the amount held to what couriers may carry. */
export function readEdit(body: UpdateDeliveryBody, call: Call, currency: Currency): Edit {
  const texts = TEXTS.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]);
  const phones = PHONES.filter((field) => body[field] !== undefined).map((path) => [
    path,
    phoneOf(body[path], { path, call }),
  ]);
  return {
    details: Object.fromEntries([...texts, ...phones]) as Edit['details'],
    pin: pinOf(body),
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

function pinOf({
  delivery_lat: lat,
  delivery_lng: lng,
  delivery_plus_code: plusCode,
}: UpdateDeliveryBody): Edit['pin'] {
  if (plusCode !== undefined && (lat !== undefined || lng !== undefined))
    throw invalid({
      path: 'delivery_plus_code',
      message: 'stands instead of delivery_lat and delivery_lng, not beside them',
    });
  if (lat === undefined && lng === undefined && plusCode === undefined) return null;
  return {
    ...(lat === undefined ? {} : { lat }),
    ...(lng === undefined ? {} : { lng }),
    ...(plusCode === undefined ? {} : { plusCode }),
  };
}
