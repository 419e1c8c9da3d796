export { addDriver, type DriverInput } from './add-driver.ts';
export { openJobDesk } from './desk/open-job-desk.ts';
export { ensureShippingDefaults } from './ensure-shipping-defaults.ts';
export { importZones } from './import-zones.ts';
export { openShipping } from './open-shipping.ts';
export type { Shipping } from './module.ts';
export {
  exportRateCard,
  importRateCard,
  listRateCardVersions,
  publishRateCardVersion,
} from './rate-cards/keep-rate-cards.ts';
export { changeParcel, NOTE_CHARACTERS_MAX, type ParcelWish } from './recipient/change-parcel.ts';
export { findParcel, type Parcel } from './recipient/find-parcel.ts';
export { lookUpParcel } from './recipient/look-up-parcel.ts';
export { revealCode } from './recipient/reveal-code.ts';
export { watchParcel } from './recipient/watch-parcel.ts';
export { verifyShipping } from './verify-shipping.ts';
export { CODE_PURPOSE } from './judge-code.ts';
export { shippingModule } from './shipping-module.ts';
