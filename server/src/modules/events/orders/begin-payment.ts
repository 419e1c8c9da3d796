import {
  hasPaymentEnded,
  idRandomBytes,
  makeId,
  readTestPhone,
  type OrderPaymentMethod,
  type Payment,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import type { Events } from '../module.ts';
import { changeOrder, simply, type OrderRef } from './change-order.ts';
import { nextVersion, plainStep } from './order-step.ts';
import { statusOf } from './order-lines.ts';
import { findOrder, type OrderRow } from './orders.queries.ts';
import { presentOrderSummary } from './present-order.ts';
import { salesBusy } from './refuse-step.ts';

/** What a payment may take; the order waits as long, once. */
const PAYMENT_MS = 900_000;
/** How long tickets may be held in all, paid or not. */
const LIFE_MS = 1_800_000;

export type WantedMethod = {
  readonly method: OrderPaymentMethod;
  readonly phone?: string | undefined;
  readonly reference?: string | undefined;
  readonly return_url?: string | undefined;
};
export type BeginPayment = {
  readonly orderId: string;
  readonly wanted: WantedMethod;
  readonly call: Call;
  /** Whoever asks comes late: a payment that is under way by another way was chosen since, and stays. */
  readonly isLate?: boolean;
};
export type BegunPayment = {
  readonly order: ReturnType<typeof presentOrderSummary>;
  readonly payment: Payment;
};

/** How often others may change the way to pay while one request asks for its own. */
const TRIES_MAX = 8;

/**
 * Begins the payment for a held order. Its id is written with the order before the provider is asked, so that whoever asks
 * again, also after a crash in between, begins the same payment and no second one. Who wants to pay another way than by
 * the payment that is under way gets a new one, once that is cancelled; where its provider does not let go of it, it is
 * answered as it stands. Should both be paid all the same, the first money has the tickets and the other goes back.
 */
export async function beginPayment(
  module: Events,
  { orderId, wanted, call, isLate = false }: BeginPayment,
): Promise<BegunPayment> {
  const { tenant, now } = call;
  const phone = wanted.phone === undefined ? null : readPayerPhone(wanted.phone, call);
  const asked = { wanted, phone, call, isLate };
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const { row, step } = await changeOrder(module, { tenant, id: orderId }, (before) => {
      refuseUnpayable(before, now);
      if (before.status === 'awaiting_payment') return null;
      return simply(() =>
        plainStep(before, awaiting(before, { module, method: wanted.method, at: now }), now),
      );
    });
    const standing = step ? 'ask' : await judgeStanding(module, row, asked);
    if (standing === 'ask') return begun(module, row, await ask(module, row, asked));
    if (standing !== 'again') return { order: presentOrderSummary(row), payment: standing };
  }
  throw salesBusy();
}

/** Of the payment that the order awaits: it itself, where it is the answer; `ask`, where it is still to be begun; `again`, where it is out of the way. */
async function judgeStanding(
  module: Events,
  row: OrderRow,
  asked: Asked,
): Promise<Payment | 'ask' | 'again'> {
  const { tenant, now: at } = asked.call;
  const paymentId = row.payment_id ?? '';
  const known = await module.payments.find(tenant, paymentId);
  if (known && !isOver(known)) {
    if (known.status !== 'succeeded' && !(await isSameWay(module, { row, known, asked }))) {
      const left = await module.payments.cancel(tenant, paymentId, at);
      if (left && !isOver(left)) return left;
    } else return known.status === 'created' ? 'ask' : known;
  } else if (known === null && (asked.isLate || row.payment_method === asked.wanted.method)) return 'ask';
  await holdAgain(module, { tenant, id: row.id }, { paymentId, at });
  // Written meanwhile, by a request that has seen the order before it was held again.
  if (known === null) await module.payments.cancel(tenant, paymentId, at);
  return 'again';
}

/** Nothing comes of it any more, though the order may not have been told yet. */
function isOver({ status }: Payment): boolean {
  return hasPaymentEnded(status) && status !== 'succeeded';
}

type Compared = { readonly row: OrderRow; readonly known: Payment; readonly asked: Asked };

/** Who lets the payer choose on our page goes on with what was chosen there. */
async function isSameWay(module: Events, { row, known, asked }: Compared): Promise<boolean> {
  const { wanted, phone, call, isLate } = asked;
  if (isLate) return true;
  if (wanted.method !== row.payment_method && wanted.method !== known.channel) return false;
  if (phone === null || known.channel !== 'mobile_money') return true;
  return (await module.payments.payerPhone(call.tenant, known.id)) === phone;
}

/** Whoever gave the order back, or chose another way, while this payment was being begun could not find it: it is cancelled now. */
async function begun(module: Events, row: OrderRow, payment: Payment): Promise<BegunPayment> {
  const tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  const after = (await findOrder(module.store.of(tenant), tenant, row.id)) ?? row;
  const isAwaited = after.status === 'awaiting_payment' && after.payment_id === payment.id;
  const left =
    isAwaited || hasPaymentEnded(payment.status)
      ? payment
      : await module.payments.cancel(tenant, payment.id, after.updated_at);
  return { order: presentOrderSummary(after), payment: left ?? payment };
}

/** Test keys may name the numbers of the test provider, which exist nowhere. */
function readPayerPhone(text: string, call: Call): string {
  return (call.tenant.livemode ? null : readTestPhone(text)) ?? readPhone(text, { path: 'phone', call });
}

/** Refuses to take money for an order that does not wait for any. */
export function refuseUnpayable(row: OrderRow, now: Date): void {
  const status = statusOf(row);
  const isOver = row.expires_at <= now;
  if (status === 'expired' || ((status === 'held' || status === 'awaiting_payment') && isOver)) {
    throw new Failure(
      'HOLD_EXPIRED',
      `The tickets of order ${row.order_number} were held until ${row.expires_at.toISOString()}. Order them again.`,
      { details: { expired_at: row.expires_at.toISOString() } },
    );
  }
  if (status !== 'held' && status !== 'awaiting_payment')
    throw new Failure(
      'ORDER_NOT_PAYABLE',
      `Order ${row.order_number} is ${status}, so nothing is to be paid for it.`,
      { details: { status } },
    );
}

type Awaiting = { readonly module: Events; readonly method: OrderPaymentMethod; readonly at: Date };

function awaiting(before: OrderRow, { module, method, at }: Awaiting): OrderRow {
  const { world } = module;
  const longest = Math.min(at.getTime() + PAYMENT_MS, before.created_at.getTime() + LIFE_MS);
  return {
    ...nextVersion(before, { at, world, told: 0 }),
    status: 'awaiting_payment',
    payment_id: makeId('pay_', world.systemNow().getTime(), world.randomBytes(idRandomBytes)),
    payment_method: method,
    extended: true,
    expires_at: before.extended
      ? before.expires_at
      : new Date(Math.max(before.expires_at.getTime(), longest)),
  };
}

type Asked = {
  readonly wanted: WantedMethod;
  readonly phone: string | null;
  readonly call: Call;
  readonly isLate: boolean;
};

async function ask(module: Events, row: OrderRow, { wanted, phone, call }: Asked): Promise<Payment> {
  const { tenant, now } = call;
  if (row.payment_id === null) throw new Error(`Order ${row.id} awaits a payment that has no id.`);
  if (wanted.method === 'cash')
    throw invalid({ path: 'method', message: 'must be another than cash: another payment is under way' });
  try {
    return await module.payments.start(tenant, {
      id: row.payment_id,
      amountMinor: row.total,
      currency: row.currency,
      channel: wanted.method,
      provider: null,
      phone: phone ?? row.buyer_phone,
      description: await describe(module, row),
      reference: wanted.reference ?? row.order_number,
      customer: { name: row.buyer_name, phone: row.buyer_phone, email: row.buyer_email },
      subject: { kind: 'ticket_order', id: row.id },
      amountSource: 'server',
      returnUrl: wanted.return_url ?? null,
      cancelUrl: null,
      expiresAt: row.expires_at,
      metadata: {},
      now,
    });
  } catch (error) {
    // What was refused before it was written will never end by itself, so the order goes back to being held.
    if (error instanceof Failure && !(await module.payments.find(tenant, row.payment_id)))
      await holdAgain(module, { tenant, id: row.id }, { paymentId: row.payment_id, at: now });
    throw asUnavailable(error);
  }
}

const BEYOND_PROVIDERS: ReadonlySet<string> = new Set([
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'CURRENCY_MISMATCH',
]);

/** Amount and currency are the order's, not the buyer's: all that helps is another way to pay. */
function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Failure) || !BEYOND_PROVIDERS.has(error.code)) return error;
  return new Failure('CHANNEL_NOT_AVAILABLE', error.message, error.details ? { details: error.details } : {});
}

async function describe(module: Events, row: OrderRow): Promise<string> {
  const key = { tenant: { merchantId: row.merchant_id, livemode: row.livemode }, eventId: row.event_id };
  return (module.cache.known(key) ?? (await module.cache.read(key)))?.name ?? row.order_number;
}

/** The payment came to nothing: the order is held as before, as long as its time lasts. */
export async function holdAgain(
  module: Events,
  order: OrderRef,
  { paymentId, at }: { readonly paymentId: string; readonly at: Date },
): Promise<void> {
  await changeOrder(module, order, (before) => {
    if (before.status !== 'awaiting_payment' || before.payment_id !== paymentId) return null;
    return simply(() =>
      plainStep(
        before,
        {
          ...nextVersion(before, { at, world: module.world, told: 0 }),
          status: 'held',
          payment_id: null,
          payment_method: null,
        },
        at,
      ),
    );
  });
}
