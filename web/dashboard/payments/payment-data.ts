import type { Answer, AnswerOf } from '@cottontree/client';

/** One payment, as the API tells it. */
export type PaymentData = AnswerOf<'getPayment'> extends Answer<infer Data> ? Data : never;
