import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Payments } from '../module.ts';
import { formatMoney, toMajor } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { CountedMoney } from '../payments/payment-port.ts';
import type { PaymentRow } from '../payments/payments.queries.ts';

/** What of a payment the module that owns its subject counts on; null where nobody does. */
export async function countedMoney(
  { module, runner, tenant }: Refunding,
  { id, amount, subject_kind: kind, subject_id: subjectId }: PaymentRow,
): Promise<CountedMoney | null> {
  const owner = kind === null ? undefined : module.owners.get(kind);
  if (!owner?.counted || subjectId === null) return null;
  const counted = await owner.counted(runner, tenant, { subjectId, paymentId: id, amountMinor: amount });
  return counted.amountMinor > 0n ? counted : null;
}

type Asked = {
  readonly counted: CountedMoney;
  /** What is not refunded, nor about to be. */ readonly free: bigint;
  /** Null: all there is. */ readonly asked: bigint | null;
};

/** STATE_CONFLICT where a refund would reach into what is counted on. */
export function refuseCounted(
  { id, currency: code, subject_kind: kind, subject_id: subjectId }: PaymentRow,
  { counted, free, asked }: Asked,
): void {
  const left = free > counted.amountMinor ? free - counted.amountMinor : 0n;
  if (asked === null ? left > 0n : asked <= left) return;
  const currency = code;
  const rest = left > 0n ? ` Beside that ${formatMoney(left, currency)} can be refunded here.` : '';
  throw new Failure(
    'STATE_CONFLICT',
    `The ${kind?.replace('_', ' ')} ${subjectId} counts on ${formatMoney(counted.amountMinor, currency)} of the payment ${id}: send that back with ${counted.sentBackBy}, so that it is known there.${rest}`,
    {
      details: { from: 'succeeded', to: 'refunded', allowed: [], refundable: toMajor(left, currency) },
    },
  );
}

export type Refunding = { readonly module: Payments; readonly runner: Runner; readonly tenant: Tenant };
