export { addDriver, type DriverInput } from './couriers/add-driver.ts';
export { openDeliveryPort, openPickupPort } from './ports/open-delivery-port.ts';
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
export {
  changeParcel,
  lookUpParcel,
  NOTE_CHARACTERS_MAX,
  revealCode,
  watchParcel,
  type ParcelInput,
} from './deliveries/recipient/parcels.ts';
export { COD_CHANNELS, isCodPayable, payCodOnPage } from './cod/cod-payments.ts';
export { findParcel, type Parcel } from './deliveries/recipient/find-parcel.ts';
export { shippingModule, verifyShipping } from './shipping-module.ts';
export { CODE_PURPOSE } from './deliveries/judge-code.ts';
export { LABELS } from './labels/draw-labels.ts';
