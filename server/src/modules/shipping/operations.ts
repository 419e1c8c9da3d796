export * from './deliveries/deliveries.ts';
export { bulkTrack, trackDelivery } from './deliveries/track-delivery.ts';
export { printLabels } from './labels/print-labels.ts';
export { createClaim, getClaim, listClaims, listDispatchClaims, withdrawClaim } from './claims/claims.ts';
export * from './claims/decide-claim.ts';
export {
  arriveAtStop,
  deliverParcel,
  departWithParcel,
  pickUpParcel,
  verifyCode,
} from './couriers/steps/steps.ts';
export { failJob, recordAttempt } from './couriers/steps/failed-attempts.ts';
export * from './couriers/steps/jobs.ts';
export { keepProof } from './couriers/steps/keep-proof.ts';
export * from './couriers/steps/sync-jobs.ts';
export { createDelivery } from './deliveries/create-delivery.ts';
export { getQuote } from './pricing/get-quote.ts';
export * from './addresses/addresses.ts';
export {
  createZone,
  getDispatchZone,
  getZone,
  listDispatchZones,
  listZones,
  updateZone,
} from './zones/zones.ts';
export * from './reports/reports.ts';
export * from './deliveries/verify-handoff.ts';
export { rateDelivery } from './deliveries/follow-up/rate-delivery.ts';
export * from './deliveries/follow-up/redeliver-delivery.ts';
export { reissueCode } from './deliveries/follow-up/reissue-code.ts';
export { returnDelivery } from './deliveries/follow-up/return-delivery.ts';
export { updateDelivery } from './deliveries/follow-up/update-delivery.ts';
export { cancelImport, getImport, listImportRows, listImports } from './imports/imports.ts';
export * from './imports/create-import.ts';
export {
  createRateCard,
  deleteRateCard,
  getRateCard,
  listRateCards,
  updateRateCard,
} from './rate-cards/rate-cards.ts';
export * from './rate-cards/preview-rate-card.ts';
export { publishRateCard } from './rate-cards/publish-rate-card.ts';
export * from './rate-cards/replay-rate-card.ts';
export { locateZone } from './zones/locate-zone.ts';
export {
  assignDeliveries,
  assignDelivery,
  getDispatchDelivery,
  moveByDispatcher,
  unassignDelivery,
} from './dispatch/deliveries.ts';
export * from './dispatch/dispatch-drivers.ts';
export { getDispatchBoard, getDispatchMap, listDispatchDeliveries } from './dispatch/board.ts';
export { listAudit } from './dispatch/audit.ts';
export { listIncidents, openIncident, resolveIncident } from './dispatch/incidents.ts';
export * from './dispatch/handoffs.ts';
export * from './couriers/accept-offer.ts';
export { declineOffer, listOffers } from './couriers/offers.ts';
export * from './couriers/give-up-job.ts';
export { sendLocations } from './couriers/send-locations.ts';
export * from './couriers/set-shift.ts';
export * from './couriers/start-offers.ts';
export { countCashDeposit, listCashDeposits, resolveCashDeposit } from './cod/cash-deposits.ts';
export * from './cod/courier-cash.ts';
export * from './cod/settlements.ts';
