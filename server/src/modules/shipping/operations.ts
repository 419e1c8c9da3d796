export * from './deliveries/advance-delivery.ts';
export { bulkTrack } from './deliveries/bulk-track.ts';
export { printLabels } from './labels/print-labels.ts';
export { cancelDelivery } from './deliveries/cancel-delivery.ts';
export * from './claims/operations.ts';
export * from './couriers/steps/operations.ts';
export { createDelivery } from './deliveries/create-delivery.ts';
export * from './deliveries/deliveries.ts';
export { getQuote } from './pricing/get-quote.ts';
export * from './addresses/addresses.ts';
export { listZones } from './zones/list-zones.ts';
export * from './addresses/save-address.ts';
export * from './deliveries/track-delivery.ts';
export * from './reports/operations.ts';
export * from './deliveries/verify-handoff.ts';
export { rateDelivery } from './deliveries/follow-up/rate-delivery.ts';
export * from './deliveries/follow-up/redeliver-delivery.ts';
export { reissueCode } from './deliveries/follow-up/reissue-code.ts';
export { returnDelivery } from './deliveries/follow-up/return-delivery.ts';
export * from './deliveries/follow-up/update-delivery.ts';
export * from './imports/operations.ts';
export { getDispatchZone, getZone } from './zones/get-zone.ts';
export { updateAddress } from './addresses/update-address.ts';
export * from './rate-cards/rate-cards.ts';
export * from './rate-cards/preview-rate-card.ts';
export { publishRateCard } from './rate-cards/publish-rate-card.ts';
export * from './rate-cards/replay-rate-card.ts';
export * from './zones/zones.ts';
export { locateZone } from './zones/locate-zone.ts';
export {
  assignDeliveries,
  assignDelivery,
  getDispatchDelivery,
  unassignDelivery,
} from './dispatch/deliveries.ts';
export * from './dispatch/dispatch-drivers.ts';
export * from './dispatch/get-dispatch-board.ts';
export { getDispatchMap } from './dispatch/get-dispatch-map.ts';
export * from './dispatch/list-audit.ts';
export * from './dispatch/list-dispatch-deliveries.ts';
export * from './dispatch/incidents.ts';
export * from './dispatch/move-by-dispatcher.ts';
export * from './dispatch/override-handoff.ts';
export * from './dispatch/reissue-code-by-dispatcher.ts';
export * from './couriers/accept-offer.ts';
export * from './couriers/offers.ts';
export * from './couriers/give-up-job.ts';
export { sendLocations } from './couriers/send-locations.ts';
export * from './couriers/set-shift.ts';
export * from './couriers/start-offers.ts';
export * from './cod/cash-deposits.ts';
export * from './cod/deposit-cash.ts';
export * from './cod/get-courier-cash.ts';
export * from './cod/list-settlements.ts';
export * from './cod/resolve-cash-deposit.ts';
export * from './cod/settle-cash.ts';
