import {
  amountMax,
  currencies,
  hasPaymentEnded,
  toMajor,
  type Currency,
  type Data,
  type Input,
  type Operations,
  type Payment,
  type PaymentWay,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { EventFeed } from '../../../kernel/running/event-feed.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { keysOf } from '../../../kernel/shape/keys-of.ts';
import { nextVersion } from '../../../kernel/change/if-match.ts';
import { outsideEffect, writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { cancelOpenPayment } from './cancel-open-payment.ts';
import { paymentList } from './list-payments.queries.ts';
import type { Payments } from '../module.ts';
import { movePayment, paymentNotFound } from './move-payment.ts';
import { movedTo, paymentConflict } from './payment-change.ts';
import type { PaymentChange, PaymentRow } from './payments.queries.ts';
import { pollNow } from './poll-payments.ts';
import { presentPayment, replyPayment, showPayment } from './present-payment.ts';
import type { ProviderAccount } from '../providers/account-cache.ts';
import { isByHand } from '../providers/by-hand/by-hand.ts';
import { readPaymentRequest } from './read-payment-request.ts';
import { findReadablePayment } from './readable-payment.ts';
import { askFirst, resumePayment, writePayment, type WrittenPayment } from './start-payment.ts';

/** Writes a payment, commits it, asks the provider, and answers how it stands then. A request that was cut short goes on where it stopped. */
export async function createPayment(
  { body }: Input<Operations['createPayment']>,
  call: Call,
  module: Payments,
): Promise<Reply<Payment>> {
  const { tenant, now } = call;
  const made: { written?: WrittenPayment } = {};
  return writeThenAct(module, call, {
    judge: () => readPaymentRequest(body, call, module),
    write: async (tx, { wanted, ...judged }) => {
      const { id } = judged;
      const answers = {
        ...(body.note !== undefined && { note: body.note }),
        ...(body.custom_fields !== undefined && { customFields: body.custom_fields }),
      };
      const admit = wanted.subject ? module.owners.get(wanted.subject.kind)?.admit : undefined;
      const terms =
        wanted.subject && admit
          ? await admit(tx, tenant, {
              ...wanted,
              paymentId: id,
              subjectId: wanted.subject.id,
              answers,
              at: now,
            })
          : {};
      made.written = await writePayment(module, tx, { tenant, ...judged, wanted: { ...wanted, ...terms } });
      return { payment_id: id };
    },
    act: async ({ payment_id: id }) => {
      const row = made.written
        ? await askFirst(module, made.written.payment, now)
        : await resumePayment(module, { tenant, id }, now);
      if (row.status === 'failed') throw declined(row);
      return reply(showPayment(module, row));
    },
  });
}

function declined(row: PaymentRow): Failure {
  if (row.failure === null) throw new Error(`The payment ${row.id} has failed and does not say why.`);
  const { code, message } = row.failure;
  return new Failure('PAYMENT_DECLINED', message, {
    kept: true,
    details: { payment_id: row.id, failure: { code, message } },
  });
}

const EVERY_CURRENCY = keysOf(currencies);

/** Tells which ways to pay there are now. */
export async function listPaymentChannels(
  _input: Input<Operations['listPaymentChannels']>,
  { tenant, caller }: Call,
  module: Payments,
): Promise<Reply<Data<Operations['listPaymentChannels']>>> {
  const accounts = await module.accounts.inUse(tenant);
  const currency = caller.merchant.currency;
  const ways = accounts.flatMap((account) =>
    waysOf(account, { currency, available: !module.circuits.isOpen(account) }),
  );
  const shown =
    caller.kind === 'public'
      ? ways.filter(({ channel }) => channel !== 'cash' && channel !== 'external')
      : ways;
  return reply({ channels: shown, livemode: tenant.livemode });
}

function waysOf(
  { provider, channels, currencies: served }: ProviderAccount,
  { currency, available }: { readonly currency: Currency; readonly available: boolean },
): readonly PaymentWay[] {
  const { minMinor, maxMinor, refund } = provider.capabilities;
  const most = maxMinor < amountMax(currency) ? maxMinor : amountMax(currency);
  return channels.map((channel) => ({
    channel,
    provider: provider.id,
    currencies: [...(served ?? EVERY_CURRENCY)],
    min_amount: toMajor(minMinor, currency),
    max_amount: toMajor(most, currency),
    available,
    refunds: refund,
  }));
}

type Listed = Input<Operations['listPayments']>;

/** Lists payments, newest first unless sorted otherwise, without their client secrets. */
export async function listPayments(
  { query }: Listed,
  call: Call,
  { store, settings }: Payments,
): Promise<Reply<readonly Payment[]>> {
  refuseTwoSubjects(query);
  const { publicUrl } = settings;
  const { rows, meta } = await paymentList.find(store.reads(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentPayment(row, { publicUrl, clientSecret: null })),
    { meta },
  );
}

const SUBJECTS = [
  'sale_id',
  'invoice_id',
  'payment_link_id',
  'ticket_order_id',
  'delivery_job_number',
] as const;

function refuseTwoSubjects(query: Listed['query']): void {
  const [, second] = SUBJECTS.filter((field) => query[field] !== undefined);
  if (second !== undefined)
    throw invalid({
      path: second,
      message: 'cannot stand beside another thing that was paid for: a payment is for one',
    });
}

/** Shows a payment; with `wait`, as soon as it stands elsewhere. */
export async function getPayment(
  { params, query }: Input<Operations['getPayment']>,
  call: Call,
  module: Payments,
): Promise<Reply<Payment>> {
  const row = await findReadablePayment(module, call, { id: params.id, clientSecret: query.client_secret });
  const waitSeconds = query.wait ?? 0;
  return replyPayment(
    module,
    waitSeconds === 0
      ? row
      : await nextVersion(row, {
          watch: module.watch.watch,
          waitSeconds,
          sinceVersion: query.since_version ?? row.version,
        }),
  );
}

/** Cancels a payment that nobody has paid yet; one that is cancelled is answered as it is. */
export async function cancelPayment(
  { params, body }: Input<Operations['cancelPayment']>,
  call: Call,
  module: Payments,
): Promise<Reply<Payment>> {
  const row = await findReadablePayment(module, call, { id: params.id, clientSecret: body?.client_secret });
  return outsideEffect<Payment>(module, call, async () => {
    const { row: after } = await cancelOpenPayment(module, row, call.now);
    if (after.status !== 'cancelled') throw paymentConflict(after, 'cancelled');
    return reply(showPayment(module, after));
  });
}

/** Takes a person's word for cash and external money; for any other payment asks the provider now. */
export async function confirmPayment(
  { params, body }: Input<Operations['confirmPayment']>,
  call: Call,
  module: Payments,
): Promise<Reply<Payment>> {
  const row = await findReadablePayment(module, call, { id: params.id, clientSecret: body?.client_secret });
  // Whoever pays must not be able to say that it was paid.
  if (isByHand(row.provider) && call.caller.kind === 'public') throw paymentNotFound(params.id);
  return outsideEffect<Payment>(module, call, async () => {
    const after = isByHand(row.provider)
      ? await confirmByHand(module, row, { call, externalRef: body?.external_ref ?? null })
      : await askNow(module, row, call.now);
    return reply(showPayment(module, after));
  });
}

async function askNow(module: Payments, row: PaymentRow, at: Date): Promise<PaymentRow> {
  return row.status === 'succeeded' || row.payer_chooses ? row : pollNow(module, row, at);
}

type Confirming = { readonly call: Call; readonly externalRef: string | null };

async function confirmByHand(
  module: Payments,
  { id }: PaymentRow,
  { call, externalRef }: Confirming,
): Promise<PaymentRow> {
  const { publicUrl } = module.settings;
  const decide = (row: PaymentRow): PaymentChange | null => {
    if (row.status === 'succeeded') {
      refuseOtherRef(row, externalRef);
      return null;
    }
    if (row.status === 'expired')
      throw new Failure('PAYMENT_EXPIRED', 'The time of this payment is over. Ask for the money anew.');
    if (hasPaymentEnded(row.status)) throw paymentConflict(row, 'succeeded');
    return movedTo(row, {
      to: 'succeeded',
      at: call.now,
      publicUrl,
      fields: { provider_ref: externalRef, fee: 0n },
    });
  };
  return (await movePayment(module, { tenant: call.tenant, id }, decide)).row;
}

/** Money that came twice is two payments: what is said of a second transfer must not be lost. */
function refuseOtherRef({ provider_ref: kept }: PaymentRow, externalRef: string | null): void {
  if (externalRef === null || externalRef === kept) return;
  throw new Failure(
    'STATE_CONFLICT',
    `This payment was confirmed ${kept === null ? 'without an external_ref' : `with another external_ref, ${kept}`}. Leave external_ref out to read it; money that came once more is a payment of its own.`,
    { details: { from: 'succeeded', to: 'succeeded', allowed: [], external_ref: kept } },
  );
}

/** After the last state the stream stays open this long, so that the listener hears it and hangs up itself. */
const GRACE_MS = 5_000;

/** Tells every change of a payment as a stream, until it has ended. */
export async function followPayment(
  { params, query }: Input<Operations['followPayment']>,
  call: Call,
  module: Payments,
): Promise<Reply<Payment>> {
  const row = await findReadablePayment(module, call, { id: params.id, clientSecret: query.client_secret });
  if (call.stream === null) return replyPayment(module, row);
  return { ...replyPayment(module, row), events: streamPayment(module, row, call.stream.lastEventId) };
}

/** Every state from `first` on; null when the listener has seen the end already. */
function streamPayment(module: Payments, first: PaymentRow, lastEventId: string | null): EventFeed | null {
  const isOver = ({ status }: PaymentRow): boolean => hasPaymentEnded(status);
  if (isOver(first) && lastEventId === String(first.version)) return null;
  return (sink) => {
    let grace: NodeJS.Timeout | undefined;
    const tell = (row: PaymentRow): void => {
      sink.send({ name: 'payment', id: String(row.version), data: JSON.stringify(showPayment(module, row)) });
      if (isOver(row)) grace ??= setTimeout(sink.end, GRACE_MS);
    };
    if (lastEventId !== String(first.version)) tell(first);
    const stop = module.watch.watch(first, tell);
    return {
      beat: () => undefined,
      stop() {
        clearTimeout(grace);
        stop();
      },
    };
  };
}
