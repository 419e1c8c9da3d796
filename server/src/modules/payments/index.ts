export { callbackRoutes } from './payments/callbacks/callback-routes.ts';
export { CLIENT_SECRET } from './payments/client-secret.ts';
export { decideTestPayment, type TestDecision } from './payments/decide-test-payment.ts';
export { forgetPayers } from './payments/forget-payers.queries.ts';
export { openLinkPage, type LinkPage } from './links/open-link-page.ts';
export { payOnLinkPage } from './links/pay-on-link-page.ts';
export { openPayments } from './open-payments.ts';
export type { Payments } from './module.ts';
export { cancelPaymentPage } from './pay-page/cancel-payment-page.ts';
export { choosePaymentWay } from './pay-page/choose-payment-way.ts';
export { openPaymentPage, type PaymentPage } from './pay-page/open-payment-page.ts';
export { pageChannels } from './pay-page/page-channels.ts';
export { refreshPaymentPage } from './pay-page/refresh-payment-page.ts';
export { watchPaymentPage } from './pay-page/watch-payment-page.ts';
export { drawQrPng, drawQrSvg } from './payments/qr/draw-qr.ts';
export { verifyPayments } from './verify-payments.ts';
export { ACCOUNT_CREDENTIALS } from './providers/accounts/account-credentials.ts';
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
export { paymentModule } from './payment-module.ts';
