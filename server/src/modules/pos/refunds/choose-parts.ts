import { formatMoney, idRandomBytes, makeId, toMajor, type RefundTender } from '@cottontree/contract';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import type { World } from '../../../kernel/running/world.ts';
import { amountOf, paymentsOf, type KeptPayment } from '../sales/sale-parts.ts';
import type { SaleRow } from '../sales/sales.queries.ts';
import { partsOf, type KeptPart } from './refund-parts.ts';
import type { SaleRefundRow } from './refunds.queries.ts';

export type PartsInput = {
  readonly amountMinor: bigint;
  readonly tender: RefundTender;
  /** From which payments; null: as it suits. */
  readonly from: readonly { readonly paymentId: string; readonly amountMinor: bigint }[] | null;
};

type Basis = {
  readonly refunds: readonly SaleRefundRow[];
  readonly world: Pick<World, 'now' | 'randomBytes'>;
};

/**
 * Of which payments the money goes back, in the order in which they were paid: those by other ways first, then cash, so
 * that no more leaves the drawer than has to.
 */
export function chooseParts(
  sale: SaleRow,
  input: PartsInput,
  { refunds, world }: Basis,
): readonly KeptPart[] {
  const gone = sentBack(refunds);
  const open = paymentsOf(sale)
    .filter(({ verdict }) => verdict === 'kept')
    .map((payment) => ({ payment, left: amountOf(payment) - (gone.get(payment.id) ?? 0n) }));
  const chosen =
    input.from === null ? spread(open, input.amountMinor) : named(sale, open, { ...input, from: input.from });
  return chosen.map(({ payment, amount }) => {
    const inCash = input.tender === 'cash' && payment.channel !== 'cash';
    const status =
      inCash || payment.channel === 'cash' || payment.channel === 'external' ? 'succeeded' : 'pending';
    const id = makeId('re_', world.now().getTime(), world.randomBytes(idRandomBytes));
    return {
      id,
      payment_id: payment.id,
      channel: payment.channel,
      tender: inCash ? 'cash' : 'original',
      amount: String(amount),
      status,
    };
  });
}

/** Whether it comes out of a drawer. */
export function isCash({ channel, tender }: Pick<KeptPart, 'channel' | 'tender'>): boolean {
  return channel === 'cash' || tender === 'cash';
}

type Open = { readonly payment: KeptPayment; readonly left: bigint };
type Chosen = { readonly payment: KeptPayment; readonly amount: bigint };

function sentBack(refunds: readonly SaleRefundRow[]): ReadonlyMap<string, bigint> {
  const gone = new Map<string, bigint>();
  for (const { payment_id: id, amount, status } of refunds.flatMap(partsOf))
    if (status !== 'failed' && status !== 'cancelled') gone.set(id, (gone.get(id) ?? 0n) + BigInt(amount));
  return gone;
}

function spread(open: readonly Open[], amountMinor: bigint): readonly Chosen[] {
  let rest = amountMinor;
  const ordered = [
    ...open.filter(({ payment }) => payment.channel !== 'cash'),
    ...open.filter(({ payment }) => payment.channel === 'cash'),
  ];
  return ordered.flatMap(({ payment, left }) => {
    const amount = left < rest ? left : rest;
    rest -= amount;
    return amount > 0n ? [{ payment, amount }] : [];
  });
}

function named(
  { currency: code }: SaleRow,
  open: readonly Open[],
  { from, amountMinor }: { readonly from: NonNullable<PartsInput['from']>; readonly amountMinor: bigint },
): readonly Chosen[] {
  const currency = code;
  const sum = from.reduce((total, one) => total + one.amountMinor, 0n);
  if (sum !== amountMinor)
    throw invalid({
      path: 'payments',
      message: `must add up to what goes back, ${formatMoney(amountMinor, currency)}, was ${formatMoney(sum, currency)}`,
    });
  return from.map(({ paymentId, amountMinor: amount }, at) => {
    const found = open.find(({ payment }) => payment.id === paymentId);
    if (!found || from.findIndex((one) => one.paymentId === paymentId) !== at)
      throw new Failure(
        'PAYMENT_NOT_FOUND',
        `payments[${at}].payment_id must be a payment of the sale, each named once; ${paymentId} is not.`,
      );
    if (amount > found.left)
      throw new Failure(
        'REFUND_EXCEEDS_PAYMENT',
        `${formatMoney(found.left, currency)} of the payment ${paymentId} can still go back, ${formatMoney(amount, currency)} was asked for.`,
        { details: { refundable: toMajor(found.left, currency), payment_id: paymentId } },
      );
    return { payment: found.payment, amount };
  });
}
