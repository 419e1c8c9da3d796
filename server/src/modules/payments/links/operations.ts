export { createPaymentLink } from './create-payment-link.ts';
export { getPaymentLink } from './get-payment-link.ts';
export {
  activatePaymentLink,
  deactivatePaymentLink,
  getPublicPaymentLink,
  listPaymentLinks,
  payPaymentLink,
  updatePaymentLink,
} from './payment-links.ts';
export { getPaymentLinkQrPng, getPaymentLinkQrSvg } from './link-qr.ts';
