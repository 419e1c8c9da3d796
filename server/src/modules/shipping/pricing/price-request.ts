import {
  parseAmount,
  type Currency,
  type DeliveryWarning,
  type PackageSize,
  type ServiceLevel,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readOptionalTime, readTime } from '../../../kernel/time/read-time.ts';
import { countBatch, type AddressRow } from '../addresses/addresses.queries.ts';
import type { PricedParcel } from './compose-fee.ts';
import type { Shipping } from '../module.ts';
import { findPair } from './find-route.ts';
import type { Router } from './create-router.ts';
import type { RateCard } from './rate-card.ts';
import { priceDelivery, type DeliveryPrice } from './price-delivery.ts';
import type { PricedInputs } from './quote-token.ts';
import { resolveLocation, type Location } from '../coverage/resolve-location.ts';
import type { ZoneIndex } from '../coverage/compile-zones.ts';
import { nearNames } from '../coverage/near-names.ts';

type End<Prefix extends string> = {
  readonly [Field in `${Prefix}_${'address_id' | 'city' | 'address' | 'landmark' | 'plus_code'}`]?: string;
} & { readonly [Field in `${Prefix}_${'lat' | 'lng'}`]?: number };

/** The fields that set the price: the same names in a quote's query and in the body of a creation. */
type PricedRequest = End<'pickup'> &
  End<'delivery'> & {
    readonly weight_kg?: number;
    readonly package_size?: PackageSize;
    readonly declared_value?: number | string;
    readonly cod_amount?: number | string;
    readonly service_level?: ServiceLevel;
    readonly pickup_at: string | undefined;
    readonly delivery_by: string | undefined;
    readonly batch_id?: string;
    readonly allow_catch_all?: boolean;
  };

export type Priced = {
  readonly price: DeliveryPrice;
  readonly inputs: PricedInputs;
  readonly parcel: PricedParcel;
  readonly pickup: Location & { readonly saved: AddressRow | null };
  readonly delivery: Location & { readonly saved: AddressRow | null };
  readonly warnings: readonly DeliveryWarning[];
};

/** Highest declared value and cash amount, in major units. */
const AMOUNT_MAX = 100_000;
const DAYS_AHEAD_MAX = 30;
const DAY_MS = 86_400_000;

/** Finds both places, prices the way between them, or refuses with what stands against it. */
export async function priceRequest(request: PricedRequest, call: Call, module: Shipping): Promise<Priced> {
  const { card } = module.map();
  const parcel = parcelOf(request, card.currency);
  const pickupAt = pickupTime(request, call);
  const deliverBy = readOptionalTime(request.delivery_by, { path: 'delivery_window_end', call });
  const { pickup, delivery } = await placesOf(request, call, module);
  const warnings = warnOfCatchAll(module.map().zones, { pickup, delivery });
  if (request.allow_catch_all === false && warnings.length > 0) throw uncertain(warnings);
  const serviceLevel = request.service_level ?? 'standard';
  const [routedTenths, batchPlace] = await Promise.all([
    routeOf({ pickup, delivery }, { card, router: module.router }),
    batchPlaceOf(request.batch_id, { call, module, card, pickup }),
  ]);
  const price = priceDelivery({
    card,
    pickup,
    delivery,
    parcel,
    serviceLevel,
    now: call.now,
    pickupAt,
    deliverBy,
    routedTenths,
    batchPlace,
  });
  if (!price.ok) throw new Failure(price.code, price.message, { details: price.details });
  return {
    price,
    parcel,
    pickup,
    delivery,
    warnings,
    inputs: {
      pickupZone: pickup.zone.code,
      pickupPin: pickup.exact ? pickup.point : null,
      deliveryZone: delivery.zone.code,
      deliveryPin: delivery.exact ? delivery.point : null,
      grams: parcel.grams,
      packageSize: parcel.size,
      declaredValue: parcel.declaredValue,
      codAmount: parcel.codAmount,
      serviceLevel,
      pickupAt,
      batchId: request.batch_id ?? null,
    },
  };
}

type Places = Pick<Priced, 'pickup' | 'delivery'>;

async function placesOf(request: PricedRequest, call: Call, module: Shipping): Promise<Places> {
  const { zones } = module.map();
  const [pickupSaved, deliverySaved] = await Promise.all([
    savedPickup(request, call, module),
    savedDelivery(request, call, module),
  ]);
  const pickup = place(
    resolveLocation(zones, {
      prefix: 'pickup_',
      city: request.pickup_city,
      lat: request.pickup_lat,
      lng: request.pickup_lng,
      plusCode: request.pickup_plus_code,
      ...(pickupSaved ? { address: pickupSaved } : {}),
    }),
  );
  const delivery = place(
    resolveLocation(zones, {
      prefix: 'delivery_',
      city: request.delivery_city,
      lat: request.delivery_lat,
      lng: request.delivery_lng,
      plusCode: request.delivery_plus_code,
      ...(deliverySaved ? { address: deliverySaved } : {}),
    }),
  );
  return { pickup: { saved: pickupSaved, ...pickup }, delivery: { saved: deliverySaved, ...delivery } };
}

/** The matrix knows better than any road; the router is asked where it is silent. */
async function routeOf(
  { pickup, delivery }: { readonly pickup: Location; readonly delivery: Location },
  { card, router }: { readonly card: RateCard; readonly router: Router },
): Promise<number | null> {
  const { pair } = findPair(card, pickup.zone, delivery.zone);
  return pair?.tenths === undefined || pair.tenths === null
    ? router.measure(pickup.point, delivery.point)
    : null;
}

type Batch = {
  readonly call: Call;
  readonly module: Shipping;
  readonly card: RateCard;
  readonly pickup: Location;
};

/** Only jobs fetched in the same zone share a way; only a card with a batch discount asks how many there are. */
async function batchPlaceOf(
  batchId: string | undefined,
  { call, module, card, pickup }: Batch,
): Promise<number> {
  if (batchId === undefined || card.batch === null) return 1;
  return (
    1 +
    (await countBatch(module.store.of(call.tenant), call.tenant, { batchId, pickupZone: pickup.zone.code }))
  );
}

/** An amount of the request in minor units, held to what couriers may carry. */
export function amountOf(
  value: number | string | undefined,
  field: { readonly path: string; readonly currency: Currency },
): bigint {
  const parsed = parseAmount(value ?? 0, field.currency);
  if (!parsed.ok)
    throw new Failure(parsed.code, `${field.path} ${parsed.message}.`, {
      details: { fields: [{ path: field.path, message: parsed.message }] },
    });
  const most = parseAmount(AMOUNT_MAX, field.currency);
  if (most.ok && parsed.minor > most.minor)
    throw invalid({ path: field.path, message: `must be at most ${AMOUNT_MAX}` });
  return parsed.minor;
}

function parcelOf(request: PricedRequest, currency: Currency): PricedParcel {
  return {
    grams: Math.max(1, Math.round((request.weight_kg ?? 1) * 1_000)),
    size: request.package_size ?? 'small',
    declaredValue: amountOf(request.declared_value, { path: 'declared_value', currency }),
    codAmount: amountOf(request.cod_amount, { path: 'cod_amount', currency }),
  };
}

function pickupTime(request: PricedRequest, call: Call): Date | null {
  if (request.pickup_at === undefined) return null;
  const at = readTime(request.pickup_at, { path: 'pickup_at', call });
  if (at.getTime() > call.now.getTime() + DAYS_AHEAD_MAX * DAY_MS)
    throw invalid({ path: 'pickup_at', message: `must be at most ${DAYS_AHEAD_MAX} days ahead` });
  return at;
}

async function savedPickup(request: PricedRequest, call: Call, module: Shipping): Promise<AddressRow | null> {
  if (request.pickup_address_id !== undefined) return savedAddress(request.pickup_address_id, call, module);
  if (
    [request.pickup_city, request.pickup_lat, request.pickup_lng, request.pickup_plus_code].some(
      (field) => field !== undefined,
    )
  )
    return null;
  const usual = await module.findPlace({ tenant: call.tenant, id: null });
  if (usual) return usual;
  throw new Failure(
    'PICKUP_ADDRESS_REQUIRED',
    'Send pickup_city (and pickup_address), or save an address with is_default true and type pickup or both.',
  );
}

async function savedDelivery(
  request: PricedRequest,
  call: Call,
  module: Shipping,
): Promise<AddressRow | null> {
  return request.delivery_address_id === undefined
    ? null
    : savedAddress(request.delivery_address_id, call, module);
}

async function savedAddress(id: string, call: Call, module: Shipping): Promise<AddressRow> {
  const found = await module.findPlace({ tenant: call.tenant, id });
  if (!found) throw new Failure('ADDRESS_NOT_FOUND', `There is no saved address ${id}.`);
  return found;
}

function uncertain(warnings: readonly DeliveryWarning[]): Failure {
  return new Failure('ZONE_UNCERTAIN', warnings.map(({ message }) => message).join(' '), {
    details: { field: warnings[0]?.address === 'pickup' ? 'pickup_city' : 'delivery_city', warnings },
  });
}

function place(result: ReturnType<typeof resolveLocation>): Location {
  if (result.ok) return result.location;
  throw new Failure(result.code, result.message, { details: result.details });
}

type Ends = { readonly pickup: Location; readonly delivery: Location };

/** A warning for each end that only the zone for everywhere else takes, with the names that its city may be a misspelling of. */
function warnOfCatchAll(index: ZoneIndex, { pickup, delivery }: Ends): readonly DeliveryWarning[] {
  const ends = [
    { address: 'pickup', field: 'pickup_city', place: pickup },
    { address: 'destination', field: 'delivery_city', place: delivery },
  ] as const;
  return ends
    .filter(({ place }) => place.zone.id === index.catchAll?.id)
    .map(({ address, field, place }) => {
      const near = place.city === place.zone.name ? [] : nearNames(index.names, place.city);
      return {
        code: 'CATCH_ALL_ZONE',
        message: `${field} "${place.city}" is in no town or area we know, so the price is that of ${place.zone.name}.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`,
        address,
        did_you_mean: [...near],
      };
    });
}
