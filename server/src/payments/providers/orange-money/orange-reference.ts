import { isCurrency } from '@cottontree/contract';
import { shortReference } from '../wire/own-reference.ts';

/** What Orange wants to be told to say how a payment stands. None of it is kept anywhere else. */
export type OrangeReference = {
  readonly orderId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly payToken: string;
};

/** Orange takes 30 characters. */
export function orangeOrderId(attemptId: string): string {
  return shortReference(attemptId, 30);
}

export function writeOrangeReference({ orderId, amountMinor, currency, payToken }: OrangeReference): string {
  return [orderId, amountMinor, currency, payToken].join('~');
}

/** Null for what is not one of ours. */
export function readOrangeReference(ref: string): OrangeReference | null {
  const [, orderId, amount, currency, payToken] =
    /^([\w-]{1,30})~(\d{1,18})~([A-Z]{3})~([\w-]{1,200})$/.exec(ref) ?? [];
  if (
    orderId === undefined ||
    amount === undefined ||
    currency === undefined ||
    payToken === undefined ||
    !isCurrency(currency)
  )
    return null;
  return { orderId, amountMinor: BigInt(amount), currency, payToken };
}
