import type { Data, Operations } from '@cottontree/contract';

export type PaymentSettings = Data<Operations['getPaymentSettings']>;
