import { packageSizes, type PackageSize } from '@cottontree/contract';

export type Capacity = { readonly size: PackageSize; readonly weightKgMax: number };

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

export type Load = { readonly package_size: PackageSize; readonly weight_kg: number };

/** Whether a parcel fits on a vehicle. */
export function fitsVehicle(vehicleType: string, { package_size, weight_kg }: Load): boolean {
  const capacity = CAPACITIES[vehicleType.toLowerCase()] ?? UNKNOWN;
  return (
    packageSizes.indexOf(package_size) <= packageSizes.indexOf(capacity.size) &&
    weight_kg <= capacity.weightKgMax
  );
}
