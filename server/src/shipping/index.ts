export { addDriver, type DriverInput } from './add-driver.ts';
export { ensureShippingDefaults } from './ensure-shipping-defaults.ts';
export { importZones } from './import-zones.ts';
export { mapLoops, openShipping, shippingLoops, type Shipping } from './open-shipping.ts';
export * as shippingOperations from './operations.ts';
export { runDueOnClock } from './run-due-deliveries.ts';
export { verifyShipping } from './verify-shipping.ts';
