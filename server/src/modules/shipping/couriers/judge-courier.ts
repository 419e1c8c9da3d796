import { packageSizes, type PackageSize } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { DeliveryRow } from '../deliveries/deliveries.queries.ts';
import { detailsOf } from '../deliveries/present-delivery.ts';

/** What a courier has under way and may have; money in minor units. */
type CourierLoad = {
  readonly jobs: number;
  readonly jobs_max: number;
  readonly cod_to_collect: bigint;
  readonly cash_in_hand: bigint;
  readonly cash_limit: bigint;
  readonly vehicle_type: string;
  /** The merchant whose rider this is; null for the platform's. */
  readonly owner_id: string | null;
};

type CourierLimit = 'owner' | 'vehicle' | 'jobs' | 'cash';

/** What stands against giving this courier this parcel; null when nothing does. */
export function judgeCourier(
  load: CourierLoad,
  row: Pick<DeliveryRow, 'details' | 'cod_amount' | 'cod_status'>,
  tenant: Tenant,
): CourierLimit | null {
  if (load.owner_id !== null && load.owner_id !== tenant.merchantId) return 'owner';
  const toCollect = row.cod_status === 'to_collect' ? row.cod_amount : 0n;
  return judgeLoad(load, { details: row.details, toCollect });
}

type Parcel = { readonly details: DeliveryRow['details']; readonly toCollect: bigint };

/** What stands against this courier, who may carry for its merchant, having one parcel more. */
export function judgeLoad(
  load: Omit<CourierLoad, 'owner_id'>,
  { details, toCollect }: Parcel,
): Exclude<CourierLimit, 'owner'> | null {
  if (!fitsVehicle(load.vehicle_type, detailsOf({ details }))) return 'vehicle';
  if (load.jobs >= load.jobs_max) return 'jobs';
  return toCollect > 0n && load.cash_in_hand + load.cod_to_collect + toCollect > load.cash_limit
    ? 'cash'
    : null;
}

/** The same in words, for the courier. */
export const LIMIT_WORDS: Readonly<Record<CourierLimit, string>> = Object.freeze({
  owner: 'You carry for another merchant only.',
  vehicle: 'The parcel is too large or too heavy for your vehicle.',
  jobs: 'You have as many parcels under way as you may have at once. Deliver one first.',
  cash: 'With the cash of this parcel you would carry more than you may. Deposit cash first.',
});

type Capacity = { readonly size: PackageSize; readonly weightKgMax: number };

/** What each vehicle carries at most. Rough figures of ours, not measurements. */
const CAPACITIES: Readonly<Record<string, Capacity>> = Object.freeze({
  foot: { size: 'small', weightKgMax: 5 },
  bicycle: { size: 'medium', weightKgMax: 10 },
  motorbike: { size: 'large', weightKgMax: 25 },
  tricycle: { size: 'xlarge', weightKgMax: 100 },
  car: { size: 'xlarge', weightKgMax: 60 },
  van: { size: 'xlarge', weightKgMax: 100 },
  truck: { size: 'xlarge', weightKgMax: 100 },
});
/** A vehicle by another name counts as the most frequent one. */
const UNKNOWN: Capacity = Object.freeze({ size: 'large', weightKgMax: 25 });

type Load = { readonly package_size: PackageSize; readonly weight_kg: number };

/** Whether a parcel fits on a vehicle. */
function fitsVehicle(vehicleType: string, { package_size, weight_kg }: Load): boolean {
  const capacity = CAPACITIES[vehicleType.toLowerCase()] ?? UNKNOWN;
  return (
    packageSizes.indexOf(package_size) <= packageSizes.indexOf(capacity.size) &&
    weight_kg <= capacity.weightKgMax
  );
}
