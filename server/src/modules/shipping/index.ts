export { addDriver, type DriverInput } from './couriers/add-driver.ts';
export { openDeliveryPort } from './ports/open-delivery-port.ts';
export { openPickupPort } from './ports/open-pickup-port.ts';
export { ensureShippingDefaults } from './ensure-shipping-defaults.ts';
export { importZones } from './zones/import-zones.ts';
export { openShipping } from './open-shipping.ts';
export type { Shipping } from './module.ts';
export {
  exportRateCard,
  importRateCard,
  listRateCardVersions,
  publishRateCardVersion,
} from './rate-cards/keep-rate-cards.ts';
export { changeParcel, NOTE_CHARACTERS_MAX, type ParcelInput } from './deliveries/recipient/change-parcel.ts';
export { findParcel, type Parcel } from './deliveries/recipient/find-parcel.ts';
export { lookUpParcel } from './deliveries/recipient/look-up-parcel.ts';
export { revealCode } from './deliveries/recipient/reveal-code.ts';
export { watchParcel } from './deliveries/recipient/watch-parcel.ts';
export { verifyShipping } from './verify-shipping.ts';
export { CODE_PURPOSE } from './deliveries/judge-code.ts';
export { shippingModule } from './shipping-module.ts';
export { LABELS } from './labels/draw-labels.ts';
