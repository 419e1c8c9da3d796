export { advanceDelivery } from './advance-delivery.ts';
export { bulkTrack } from './bulk-track.ts';
export { cancelDelivery } from './cancel-delivery.ts';
export * from './claims/operations.ts';
export * from './couriers/steps/operations.ts';
export { createDelivery } from './create-delivery.ts';
export { getDelivery, listDeliveries } from './deliveries.ts';
export { getQuote } from './get-quote.ts';
export { deleteAddress, listAddresses } from './addresses.ts';
export { listZones } from './list-zones.ts';
export { saveAddress } from './save-address.ts';
export { trackDelivery } from './track-delivery.ts';
export * from './reports/operations.ts';
export { verifyHandoff } from './verify-handoff.ts';
export { rateDelivery } from './follow-up/rate-delivery.ts';
export { redeliverDelivery } from './follow-up/redeliver-delivery.ts';
export { reissueCode } from './follow-up/reissue-code.ts';
export { returnDelivery } from './follow-up/return-delivery.ts';
export { updateDelivery } from './follow-up/update-delivery.ts';
export * from './import/operations.ts';
export { getZone } from './get-zone.ts';
export { updateAddress } from './update-address.ts';
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
export { createZone, listDispatchZones, updateZone } from './zone-changes/zones.ts';
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
export { countCashDeposit, listCashDeposits } from './cash/cash-deposits.ts';
export { depositCash } from './cash/deposit-cash.ts';
export { getCourierCash } from './cash/get-courier-cash.ts';
export { listSettlements } from './cash/list-settlements.ts';
export { resolveCashDeposit } from './cash/resolve-cash-deposit.ts';
export { settleCash } from './cash/settle-cash.ts';
