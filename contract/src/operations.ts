import { memberOperations } from './accounts/member-operations.ts';
import {
  changePassword,
  changePin,
  endSession,
  getDriverAccount,
  getOperatorAccount,
  listSessions,
  signOutDriver,
  signOutOperator,
} from './accounts/own-account.ts';
import { signInDriver, signInOperator, signInOperatorOnPage } from './accounts/sign-in.ts';
import { createUser, listUsers, resetDriverPin, updateUser } from './accounts/users.ts';
import {
  countCashDeposit,
  listCashDeposits,
  listSettlements,
  resolveCashDeposit,
  settleCash,
} from './shipping/cod/counting.ts';
import { depositCash, getCourierCash } from './shipping/cod/courier-cash.ts';
import { getBalance, listLedgerEntries } from './ledger/ledger.ts';
import { assignDeliveries, assignDelivery } from './shipping/dispatch/assign.ts';
import { listAudit } from './shipping/dispatch/audit.ts';
import { getDispatchBoard, getDispatchDelivery, listDispatchDeliveries } from './shipping/dispatch/board.ts';
import { getDispatchMap } from './shipping/dispatch/map.ts';
import {
  createDispatchDriver,
  listDispatchDrivers,
  getDispatchDriver,
  updateDispatchDriver,
} from './shipping/dispatch/drivers.ts';
import { listIncidents, openIncident, resolveIncident } from './shipping/dispatch/incidents.ts';
import {
  moveByDispatcher,
  overrideHandoff,
  reissueCodeByDispatcher,
  unassignDelivery,
} from './shipping/dispatch/moves.ts';
import { getMerchant, updateMerchant } from './merchants/merchant.ts';
import { createKey, listKeys, lookUpPairingCode, revokeKey, rotateKey, updateKey } from './merchants/keys.ts';
import { deleteAddress, listAddresses, saveAddress, updateAddress } from './shipping/addresses.ts';
import { getBranding, updateBranding } from './merchants/branding.ts';
import { getRequest, listRequests } from './merchants/requests.ts';
import { sendLocations } from './shipping/couriers/locations.ts';
import { acceptOffer, declineOffer, giveUpJob, listOffers, startOffers } from './shipping/couriers/offers.ts';
import { setShift } from './shipping/couriers/shift.ts';
import {
  createClaim,
  decideClaim,
  getClaim,
  listClaims,
  listDispatchClaims,
  withdrawClaim,
} from './shipping/claims.ts';
import { eventOperations } from './events/operations.ts';
import { eraseRecipient } from './notices/erase-recipient.ts';
import { receiveSms, receiveSmsReceipt } from './notices/inbound.ts';
import { previewNotice } from './notices/preview.ts';
import { getNoticeSettings, listNotices, resendCode, updateNoticeSettings } from './notices/notices.ts';
import { cancelDelivery, createDelivery, getDelivery, listDeliveries } from './shipping/deliveries.ts';
import {
  rateDelivery,
  redeliverDelivery,
  reissueCode,
  returnDelivery,
  updateDelivery,
} from './shipping/follow-up.ts';
import { verifyHandoff } from './shipping/handoff.ts';
import {
  arriveAtStop,
  deliverParcel,
  departWithParcel,
  failJob,
  getJob,
  keepProof,
  listJobs,
  pickUpParcel,
  recordAttempt,
  verifyCode,
} from './shipping/couriers/steps.ts';
import { syncJobs } from './shipping/couriers/sync.ts';
import { cancelImport, createImport, getImport, listImportRows, listImports } from './shipping/imports.ts';
import { getQuote } from './shipping/quote.ts';
import { printLabels } from './shipping/labels.ts';
import { bulkTrack, trackDelivery } from './shipping/tracking.ts';
import { pricingOperations } from './shipping/pricing-operations.ts';
import { reportCod, reportDeliveries, reportDrivers, reportFailures } from './shipping/reports.ts';
import { getOverview } from './overview/overview.ts';
import { search } from './overview/search.ts';
import { customerOperations } from './customers/customers.ts';
import { invoiceOperations } from './invoices/operations.ts';
import { platformOperations } from './platform/operations.ts';
import { paymentOperations } from './payments/operations.ts';
import { posOperations } from './pos/operations.ts';
import { getZone } from './shipping/zone-changes.ts';
import { listZones } from './shipping/zones.ts';
import { advanceTestClock, createTestClock, deleteTestClock } from './merchants/test-clocks.ts';
import { eraseTestData, getTestErasure } from './merchants/test-erasures.ts';
import { advanceDelivery } from './shipping/advance-delivery.ts';
import {
  getMessage,
  getVerifyExample,
  getWebhookDelivery,
  listEventTypes,
  listMessages,
  listWebhookDeliveries,
  redeliverWebhookDelivery,
} from './webhooks/deliveries.ts';
import { createWebhookFault, deleteWebhookFault, listWebhookFaults } from './webhooks/drills.ts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from './webhooks/endpoints.ts';
import { pollWebhookMessages } from './webhooks/feed.ts';
import { getWebhookHealth } from './webhooks/health.ts';
import { cancelWebhookJob, getWebhookJob, listWebhookJobs, recoverWebhook } from './webhooks/recovery.ts';
import { watchChanges } from './webhooks/live.ts';
import { promoteWebhookSecret, rotateWebhookSecret } from './webhooks/secrets.ts';

/** Every operation by its id: server, documentation and client all walk this record. */
export const operations = Object.freeze({
  getQuote,
  createDelivery,
  listDeliveries,
  getDelivery,
  trackDelivery,
  updateDelivery,
  verifyHandoff,
  cancelDelivery,
  reissueCode,
  returnDelivery,
  redeliverDelivery,
  rateDelivery,
  bulkTrack,
  printLabels,
  listZones,
  getZone,
  saveAddress,
  listAddresses,
  updateAddress,
  deleteAddress,
  createClaim,
  listClaims,
  getClaim,
  withdrawClaim,
  createImport,
  listImports,
  getImport,
  cancelImport,
  listImportRows,
  reportDeliveries,
  reportFailures,
  reportCod,
  reportDrivers,
  createWebhook,
  listWebhooks,
  listEventTypes,
  listMessages,
  getMessage,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhookDelivery,
  getVerifyExample,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  enableWebhook,
  disableWebhook,
  testWebhook,
  rotateWebhookSecret,
  promoteWebhookSecret,
  recoverWebhook,
  listWebhookJobs,
  getWebhookJob,
  cancelWebhookJob,
  pollWebhookMessages,
  getWebhookHealth,
  watchChanges,
  listNotices,
  getNoticeSettings,
  updateNoticeSettings,
  previewNotice,
  resendCode,
  eraseRecipient,
  receiveSms,
  receiveSmsReceipt,
  createKey,
  listKeys,
  updateKey,
  revokeKey,
  rotateKey,
  listRequests,
  getRequest,
  getBranding,
  updateBranding,
  ...memberOperations,
  lookUpPairingCode,
  signInDriver,
  signOutDriver,
  changePin,
  getDriverAccount,
  signInOperator,
  signInOperatorOnPage,
  signOutOperator,
  changePassword,
  getOperatorAccount,
  listSessions,
  endSession,
  listUsers,
  createUser,
  updateUser,
  resetDriverPin,
  getDispatchBoard,
  getDispatchMap,
  listDispatchDeliveries,
  getDispatchDelivery,
  assignDelivery,
  assignDeliveries,
  unassignDelivery,
  moveByDispatcher,
  overrideHandoff,
  reissueCodeByDispatcher,
  listDispatchDrivers,
  createDispatchDriver,
  getDispatchDriver,
  updateDispatchDriver,
  openIncident,
  listIncidents,
  resolveIncident,
  listAudit,
  listDispatchClaims,
  decideClaim,
  getCourierCash,
  depositCash,
  listCashDeposits,
  countCashDeposit,
  resolveCashDeposit,
  settleCash,
  listSettlements,
  listLedgerEntries,
  getBalance,
  startOffers,
  setShift,
  listOffers,
  acceptOffer,
  declineOffer,
  giveUpJob,
  sendLocations,
  ...pricingOperations,
  listJobs,
  getJob,
  arriveAtStop,
  verifyCode,
  pickUpParcel,
  departWithParcel,
  deliverParcel,
  keepProof,
  recordAttempt,
  failJob,
  syncJobs,
  advanceDelivery,
  createTestClock,
  advanceTestClock,
  deleteTestClock,
  eraseTestData,
  getTestErasure,
  createWebhookFault,
  listWebhookFaults,
  deleteWebhookFault,
  ...platformOperations,
  ...paymentOperations,
  ...posOperations,
  ...invoiceOperations,
  ...customerOperations,
  ...eventOperations,
  getOverview,
  search,
  getMerchant,
  updateMerchant,
});

export type Operations = typeof operations;

/** Name of an operation, of its handler and of its client method. */
export type OperationId = keyof Operations;
