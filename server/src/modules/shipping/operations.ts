export { advanceDelivery } from './deliveries/advance-delivery.ts';
export { bulkTrack } from './deliveries/bulk-track.ts';
export { cancelDelivery } from './deliveries/cancel-delivery.ts';
export * from './claims/operations.ts';
export * from './couriers/steps/operations.ts';
export { createDelivery } from './deliveries/create-delivery.ts';
export { getDelivery, listDeliveries } from './deliveries/deliveries.ts';
export { getQuote } from './pricing/get-quote.ts';
export { deleteAddress, listAddresses } from './addresses/addresses.ts';
export { listZones } from './zones/list-zones.ts';
export { saveAddress } from './addresses/save-address.ts';
export { trackDelivery } from './deliveries/track-delivery.ts';
export * from './reports/operations.ts';
export { verifyHandoff } from './deliveries/verify-handoff.ts';
export { rateDelivery } from './deliveries/follow-up/rate-delivery.ts';
export { redeliverDelivery } from './deliveries/follow-up/redeliver-delivery.ts';
export { reissueCode } from './deliveries/follow-up/reissue-code.ts';
export { returnDelivery } from './deliveries/follow-up/return-delivery.ts';
export { updateDelivery } from './deliveries/follow-up/update-delivery.ts';
export * from './imports/operations.ts';
export { getZone } from './zones/get-zone.ts';
export { updateAddress } from './addresses/update-address.ts';
export {
  createRateCard,
  deleteRateCard,
  getRateCard,
  listRateCards,
  updateRateCard,
} from './rate-cards/rate-cards.ts';
export { previewRateCard } from './rate-cards/preview-rate-card.ts';
export { publishRateCard } from './rate-cards/publish-rate-card.ts';
export { replayRateCard } from './rate-cards/replay-rate-card.ts';
export { createZone, listDispatchZones, updateZone } from './zones/zones.ts';
export {
  assignDeliveries,
  assignDelivery,
  getDispatchDelivery,
  unassignDelivery,
} from './dispatch/deliveries.ts';
export {
  createDispatchDriver,
  listDispatchDrivers,
  updateDispatchDriver,
} from './dispatch/dispatch-drivers.ts';
export { getDispatchBoard } from './dispatch/get-dispatch-board.ts';
export { listAudit } from './dispatch/list-audit.ts';
export { listDispatchDeliveries } from './dispatch/list-dispatch-deliveries.ts';
export { listIncidents, openIncident, resolveIncident } from './dispatch/incidents.ts';
export { moveByDispatcher } from './dispatch/move-by-dispatcher.ts';
export { overrideHandoff } from './dispatch/override-handoff.ts';
export { reissueCodeByDispatcher } from './dispatch/reissue-code-by-dispatcher.ts';
export { acceptOffer } from './couriers/accept-offer.ts';
export { declineOffer, listOffers } from './couriers/offers.ts';
export { giveUpJob } from './couriers/give-up-job.ts';
export { sendLocations } from './couriers/send-locations.ts';
export { setShift } from './couriers/set-shift.ts';
export { startOffers } from './couriers/start-offers.ts';
export { countCashDeposit, listCashDeposits } from './cod/cash-deposits.ts';
export { depositCash } from './cod/deposit-cash.ts';
export { getCourierCash } from './cod/get-courier-cash.ts';
export { listSettlements } from './cod/list-settlements.ts';
export { resolveCashDeposit } from './cod/resolve-cash-deposit.ts';
export { settleCash } from './cod/settle-cash.ts';
