import type { Data, Operations } from '@cottontree/contract';
import { may } from '../../../kit/data/session.ts';

export type Sale = Data<Operations['getSale']>;

/** What is to come back: a line, all that is left, or money alone. */
export type Refunding = { readonly line: number } | 'everything' | 'amount';

/** Whether money of it can go back. */
export function isRefundable({ status }: Sale): boolean {
  return (status === 'completed' || status === 'partially_refunded') && may('refunds:write');
}

/** Whether somebody outside moves the money; cash and what was paid elsewhere is between people. */
export function isOutside(provider: string | null): boolean {
  return provider !== null && provider !== 'cash' && provider !== 'manual';
}
