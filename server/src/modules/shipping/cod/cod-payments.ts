import type { Payment, PaymentChannel } from '@cottontree/contract';
import type { Idempotency } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import {
  formPaymentId,
  type PaymentEnd,
  type SubjectOwner,
  type SubjectVerdict,
} from '../../payments/index.ts';
import { codFact, unchanged } from '../deliveries/delivery-change.ts';
import type { DeliveryChange, DeliveryRow, JobKey } from '../deliveries/deliveries.queries.ts';
import { isUnderWay } from '../deliveries/is-waiting.ts';
import { moveDelivery } from '../deliveries/move-delivery.ts';
import { recipientUrl } from '../deliveries/present-delivery.ts';
import type { Parcel } from '../deliveries/recipient/find-parcel.ts';
import type { Shipping } from '../module.ts';
import {
  claimDueCodPayments,
  countUndelivered,
  findCodPayment,
  findUnheardCodPayments,
  noteReturnedCodPayment,
  postponeCodPayment,
  refuseCodPayment,
  type CodPaymentState,
  type DueCodPayment,
  type UnheardCodPayment,
} from './cod-payments.queries.ts';

/** How recipients pay beforehand what the courier would collect. */
export const COD_CHANNELS: readonly PaymentChannel[] = Object.freeze(['mobile_money']);

const EXPIRES_MS = 900_000;

type PaidOnParcelPage = {
  /** E.164. */ readonly phone: string | null;
  /** What the page said when its reader agreed, minor units. */ readonly amountMinor: bigint;
  /** Makes a form that is sent twice find the first payment. */ readonly idempotency: Idempotency | null;
};

/** Whether the courier would still take cash for a parcel, which its recipient may pay now instead. */
export function isCodPayable({
  row,
  isRecipient,
  shop,
}: Pick<Parcel, 'row' | 'isRecipient' | 'shop'>): boolean {
  return isRecipient && shop.isOpen && takesPayment(row, row.cod_amount);
}

/** Begins a payment by whoever has the recipient's own link; a form sent twice begins one. */
export async function payCodOnPage(
  module: Shipping,
  parcel: Parcel,
  { phone, amountMinor, idempotency }: PaidOnParcelPage,
): Promise<Payment> {
  const { row, key, now } = parcel;
  const id = formPaymentId(module.world, parcel.token, idempotency);
  const known = await module.payments.find(key.tenant, id);
  if (known === null && (!isCodPayable(parcel) || amountMinor !== row.cod_amount))
    throw new Failure('NOTHING_DUE', `Nothing is to be paid for ${row.job_number} as it was shown.`);
  const backUrl = recipientUrl(parcel.token, module.settings);
  return module.payments.start(key.tenant, {
    id,
    now,
    amountMinor,
    currency: row.currency,
    channel: 'mobile_money',
    provider: null,
    phone,
    description: `Parcel ${row.job_number}`,
    reference: row.order_number.slice(0, 64),
    customer: { name: null, phone, email: null },
    subject: { kind: 'delivery', id: row.job_number },
    amountSource: 'server',
    returnUrl: backUrl,
    cancelUrl: backUrl,
    expiresAt: new Date(now.getTime() + EXPIRES_MS),
    metadata: {},
  });
}

/** Decides what becomes of money that came instead of cash. */
export function ownCodPayments(module: () => Shipping): SubjectOwner {
  return {
    kind: 'delivery',
    ended: (tenant, end) => endCodPayment(module(), tenant, end),
    counted: async (runner, tenant, { paymentId }) => ({
      amountMinor: await countUndelivered(runner, tenant, paymentId),
      sentBackBy: 'POST /v1/shipping/deliveries/:jobNumber/cancel',
    }),
  };
}

async function endCodPayment(module: Shipping, tenant: Tenant, end: PaymentEnd): Promise<SubjectVerdict> {
  if (end.status !== 'succeeded') return 'kept';
  const { paymentId, amountMinor, currency, at } = end;
  const paid = { tenant, paymentId, jobNumber: end.subject.id, amountMinor, currency, at };
  return (await takeCodPayment(module, paid, 'refused')) === 'refused' ? 'refund' : 'kept';
}

type CodPayment = JobKey & Pick<PaymentEnd, 'paymentId' | 'amountMinor' | 'currency' | 'at'>;

/** The first that comes for what is still to be collected settles it; whatever else comes goes back. */
async function takeCodPayment(
  module: Shipping,
  { tenant, jobNumber, paymentId, amountMinor, currency, at }: CodPayment,
  otherwise: 'refused' | 'to_return',
): Promise<CodPaymentState> {
  const runner = module.store.of(tenant);
  const known = await findCodPayment(runner, tenant, paymentId);
  if (known !== null) return known;
  const { changed } = await moveDelivery(
    runner,
    { tenant, jobNumber },
    {
      wallClock: module.world.now(),
      decide: (row) =>
        row.currency === currency && takesPayment(row, amountMinor)
          ? settledBy(row, { paymentId, at })
          : null,
    },
  );
  if (changed) return 'kept';
  await refuseCodPayment(runner, tenant, { paymentId, jobNumber, amount: amountMinor, at, state: otherwise });
  return (await findCodPayment(runner, tenant, paymentId)) ?? otherwise;
}

function takesPayment(
  row: Pick<DeliveryRow, 'status' | 'cod_status' | 'cod_amount'>,
  amountMinor: bigint,
): boolean {
  return isUnderWay(row) && row.cod_status === 'to_collect' && row.cod_amount === amountMinor;
}

function settledBy(
  row: DeliveryRow,
  { paymentId, at }: { readonly paymentId: string; readonly at: Date },
): DeliveryChange {
  return {
    ...unchanged(row, at),
    cod_status: 'settled',
    cod_payment_id: paymentId,
    facts: [codFact(row, 'settled', at)],
  };
}

const BATCH_ROWS = 50;
const LEASE_MS = 60_000;
/** How long until it is tried again: twice as long each time, at most ten minutes. */
const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 600_000;

const UNHEARD_MS = 86_400_000;

/** Takes what came while a node of before deliveries could be paid told nobody of it; answers how many those were. */
export async function takeUnheardCodPayments(module: Shipping): Promise<number> {
  const since = new Date(module.world.systemNow().getTime() - UNHEARD_MS);
  const unheard = await findUnheardCodPayments(module.store.system, { since, rowsMax: BATCH_ROWS });
  let taken = 0;
  for (const one of unheard) taken += Number(await takeUnheard(module, one));
  return taken;
}

async function takeUnheard(module: Shipping, one: UnheardCodPayment): Promise<boolean> {
  const { merchant_id: merchantId, livemode, payment_id: paymentId, currency, at } = one;
  const tenant: Tenant = { merchantId, livemode };
  const paid = { tenant, paymentId, jobNumber: one.job_number, amountMinor: one.amount, currency, at };
  try {
    await takeCodPayment(module, paid, 'to_return');
    return true;
  } catch (error) {
    module.log.warn({ error, paymentId }, 'What came for a delivery could not be told it and is told again.');
    return false;
  }
}

/** Sends back what was paid for deliveries that came to nothing, or whose cash was taken all the same; answers how many. */
export async function sendBackCodPayments(module: Shipping): Promise<number> {
  const now = module.world.systemNow();
  const until = new Date(now.getTime() + LEASE_MS);
  const due = await claimDueCodPayments(module.store.system, { now, until, rowsMax: BATCH_ROWS });
  let sent = 0;
  for (const one of due) {
    // What is left is whoever's takes it next, by now perhaps another node's.
    if (module.world.systemNow() >= until) break;
    sent += Number(await sendBack(module, one));
  }
  return sent;
}

async function sendBack(module: Shipping, due: DueCodPayment): Promise<boolean> {
  const tenant: Tenant = { merchantId: due.merchant_id, livemode: due.livemode };
  const runner = module.store.of(tenant);
  try {
    await module.payments.sendBack(tenant, {
      paymentId: due.payment_id,
      amountMinor: due.amount,
      reason: `What ${due.job_number} was paid with is not needed any more.`,
      key: 'cod_returned',
      at: due.updated_at,
    });
    await noteReturnedCodPayment(runner, due, module.world.now());
    return true;
  } catch (error) {
    module.log.warn(
      { error, paymentId: due.payment_id },
      'What was paid for a delivery could not be sent back and is sent back again.',
    );
    const waitMs = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** Math.min(due.tries, 20));
    await postponeCodPayment(runner, due, new Date(module.world.systemNow().getTime() + waitMs));
    return false;
  }
}
