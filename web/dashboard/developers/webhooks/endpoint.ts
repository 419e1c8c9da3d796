import type { AnswerOf } from '@cottontree/client';

export type Endpoint = AnswerOf<'getWebhook'>['data'];
export type Delivery = AnswerOf<'getWebhookDelivery'>['data'];
export type Attempt = Delivery['attempts'][number];

/** One try, and three more by themselves; those by hand and recoveries come on top. */
export const AUTOMATIC_MAX = 4;

export function automaticTries(attempts: readonly Pick<Attempt, 'trigger'>[]): number {
  return attempts.filter(({ trigger }) => trigger === 'auto').length;
}
