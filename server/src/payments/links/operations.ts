export { createPaymentLink } from './create-payment-link.ts';
export { getPaymentLink } from './get-payment-link.ts';
export { getPublicPaymentLink } from './get-public-payment-link.ts';
export { getPaymentLinkQrPng, getPaymentLinkQrSvg } from './link-qr.ts';
export { listPaymentLinks } from './list-payment-links.ts';
export { payPaymentLink } from './pay-payment-link.ts';
export { activatePaymentLink, deactivatePaymentLink } from './switch-payment-link.ts';
export { updatePaymentLink } from './update-payment-link.ts';
