export { callbackRoutes } from './payments/callbacks/callback-routes.ts';
export { CLIENT_SECRET } from './payments/present-payment.ts';
export { decideTestPayment, type TestDecision } from './payments/simulate-payment.ts';
export { erasePayer } from './erase-payer.queries.ts';
export { forgetPayers } from './payments/forget-payers.queries.ts';
export { openLinkPage, payOnLinkPage, type LinkPage } from './links/open-link-page.ts';
export { openPayments } from './open-payments.ts';
export type { Payments } from './module.ts';
export {
  cancelPaymentPage,
  choosePaymentWay,
  openPaymentPage,
  pageChannels,
  refreshPaymentPage,
  watchPaymentPage,
  type PaymentPage,
} from './pay-page/open-payment-page.ts';
export { drawQrPng, drawQrSvg } from './payments/qr/draw-qr.ts';
export { paymentModule, verifyPayments } from './payment-module.ts';
export { ACCOUNT_CREDENTIALS } from './providers/accounts/read-account.ts';
export type {
  AdmittedPayment,
  BegunRefund,
  CountedMoney,
  PaidSubject,
  PaymentPort,
  PaymentEnd,
  PaymentSubject,
  SettledPayment,
  SettlingWork,
  SubjectOwner,
  SubjectTerms,
  SubjectVerdict,
  WantedPayment,
} from './payments/payment-port.ts';
export { formPaymentId } from './payments/form-payment-id.ts';
