import type { ErrorCode } from '@cottontree/contract';
import { accessCauses } from './causes/access-causes.ts';
import { eventCauses } from './causes/event-causes.ts';
import type { Explanation } from './causes/explanation.ts';
import { missingCauses } from './causes/missing-causes.ts';
import { paymentCauses } from './causes/payment-causes.ts';
import { requestCauses } from './causes/request-causes.ts';
import { shippingCauses } from './causes/shipping-causes.ts';
import { tillCauses } from './causes/till-causes.ts';
import { webhookCauses } from './causes/webhook-causes.ts';

export type { Explanation } from './causes/explanation.ts';

/** What errors are about, as the page of all of them groups them. */
export const CAUSE_GROUPS = {
  'Requests and the server': requestCauses,
  'Keys, people and devices': accessCauses,
  Webhooks: webhookCauses,
  Shipping: shippingCauses,
  'Payments and invoices': paymentCauses,
  'Events and tickets': eventCauses,
  'Point of sale': tillCauses,
  'Not there': missingCauses,
} as const;

/** Every code of the contract has its cause and cure: one that is missing does not compile. */
export const EXPLANATIONS: Readonly<Record<ErrorCode, Explanation>> = {
  ...requestCauses,
  ...accessCauses,
  ...webhookCauses,
  ...shippingCauses,
  ...paymentCauses,
  ...eventCauses,
  ...tillCauses,
  ...missingCauses,
};
