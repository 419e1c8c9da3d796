import { parseAmount, type Currency } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { Failure, invalid } from '../../core/failure.ts';
import { parsePhone } from '../../core/phone.ts';
import type { DriverFields } from './dispatch-drivers.queries.ts';

export type DriverWish = {
  readonly name?: string;
  readonly phone?: string;
  readonly vehicle_type?: string;
  readonly plate?: string;
  readonly active?: boolean;
  readonly jobs_max?: number;
  readonly cash_limit?: number | string;
  readonly merchant_id?: string | null;
  readonly livemode?: boolean | null;
};

/** The fields of a courier after a wish; what it leaves out stays as it was. */
export function readDriver(
  wish: DriverWish,
  before: DriverFields,
  { call, currency }: { readonly call: DispatchCall; readonly currency: Currency },
): DriverFields {
  const owner = ownerOf(wish, before, call);
  return {
    name: wish.name ?? before.name,
    phone: wish.phone === undefined ? before.phone : phoneOf(wish.phone),
    vehicle_type: wish.vehicle_type ?? before.vehicle_type,
    plate: wish.plate ?? before.plate,
    active: wish.active ?? before.active,
    merchant_id: owner,
    livemode: modeOf(wish, { before, owner, call }),
    jobs_max: wish.jobs_max ?? before.jobs_max,
    cash_limit: wish.cash_limit === undefined ? before.cash_limit : amountOf(wish.cash_limit, currency),
  };
}

function phoneOf(text: string): string {
  const phone = parsePhone(text);
  if (phone.ok) return phone.e164;
  throw new Failure(phone.code, `phone ${phone.message}.`, {
    details: { fields: [{ path: 'phone', message: phone.message }] },
  });
}

/** A merchant's key makes and keeps riders of its own. */
function ownerOf(
  { merchant_id: wanted }: DriverWish,
  before: DriverFields,
  { reach }: DispatchCall,
): string | null {
  if (reach === null) return wanted === undefined ? before.merchant_id : wanted;
  if (wanted === undefined || wanted === reach.merchantId) return reach.merchantId;
  throw new Failure(
    'OPERATORS_ONLY',
    "Only the platform's people may give a courier to another merchant, or to all of them. Leave merchant_id out.",
  );
}

/** The platform's couriers carry in both modes unless one is named; a rider in one, which is that of the key that adds him. */
function modeOf(
  { livemode: wanted }: DriverWish,
  {
    before,
    owner,
    call: { reach },
  }: { readonly before: DriverFields; readonly owner: string | null; readonly call: DispatchCall },
): boolean | null {
  if (reach !== null) {
    if (wanted === undefined || wanted === reach.livemode) return reach.livemode;
    throw new Failure(
      'OPERATORS_ONLY',
      "Only the platform's people may move a courier to the other mode. Leave livemode out, or use a key of that mode.",
    );
  }
  const mode = wanted === undefined ? before.livemode : wanted;
  if (owner === null || mode !== null) return mode;
  if (wanted === undefined) return true;
  throw invalid({
    path: 'livemode',
    message: "must be true or false for a merchant's rider; only the platform's couriers carry in both modes",
  });
}

function amountOf(value: number | string, currency: Currency): bigint {
  const amount = parseAmount(value, currency);
  if (amount.ok) return amount.minor;
  if (amount.code === 'VALIDATION_ERROR') throw invalid({ path: 'cash_limit', message: amount.message });
  throw new Failure(amount.code, `cash_limit ${amount.message}.`, {
    details: { fields: [{ path: 'cash_limit', message: amount.message }] },
  });
}
