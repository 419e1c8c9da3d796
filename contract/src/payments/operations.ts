import { listPaymentChannels } from './channels.ts';
import {
  activatePaymentLink,
  createPaymentLink,
  deactivatePaymentLink,
  getPaymentLink,
  getPaymentLinkQrPng,
  getPaymentLinkQrSvg,
  listPaymentLinks,
  updatePaymentLink,
} from './links.ts';
import {
  cancelPayment,
  confirmPayment,
  createPayment,
  followPayment,
  getPayment,
  listPayments,
} from './payments.ts';
import {
  createPayout,
  failPayout,
  getPayout,
  listDispatchPayouts,
  listPayouts,
  markPayoutPaid,
} from './payouts.ts';
import {
  checkProviderAccount,
  createProviderAccount,
  deleteProviderAccount,
  getProviderAccount,
  listProviderAccounts,
  updateProviderAccount,
} from './provider-accounts.ts';
import { getPublicPaymentLink, payPaymentLink } from './public-links.ts';
import { createReconciliation, getReconciliation, listReconciliationItems } from './reconciliation.ts';
import { createRefund, getRefund, listPaymentRefunds, listRefunds } from './refunds.ts';
import { createSignedAmount, getPaymentQr, getPaymentSettings, updatePaymentSettings } from './settings.ts';
import { simulatePayment } from './simulate.ts';

/** Money in, money back, money out. */
export const paymentOperations = Object.freeze({
  createPayment,
  listPayments,
  listPaymentChannels,
  getPayment,
  followPayment,
  cancelPayment,
  confirmPayment,
  getPaymentQr,
  createRefund,
  listPaymentRefunds,
  listRefunds,
  getRefund,
  createSignedAmount,
  getPaymentSettings,
  updatePaymentSettings,
  createPaymentLink,
  listPaymentLinks,
  getPaymentLink,
  updatePaymentLink,
  deactivatePaymentLink,
  activatePaymentLink,
  getPaymentLinkQrSvg,
  getPaymentLinkQrPng,
  getPublicPaymentLink,
  payPaymentLink,
  createPayout,
  listPayouts,
  getPayout,
  listDispatchPayouts,
  markPayoutPaid,
  failPayout,
  createReconciliation,
  getReconciliation,
  listReconciliationItems,
  simulatePayment,
  createProviderAccount,
  listProviderAccounts,
  getProviderAccount,
  updateProviderAccount,
  deleteProviderAccount,
  checkProviderAccount,
});
