import type { Input, Operations, Payment, PaymentFailure } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { effect, orFirstAnswer } from '../core/effect.ts';
import { Failure } from '../core/failure.ts';
import { keepAnswer } from '../core/idempotency.queries.ts';
import { sealFailure, sealReply } from '../core/kept-answer.ts';
import { awaitFirstAnswer, type Begun } from '../core/outside-effect.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { PaymentToCompose } from './compose-payment.ts';
import type { Payments } from './open-payments.ts';
import type { PaymentRow } from './payments.queries.ts';
import { readPaymentRequest } from './read-payment-request.ts';
import { showPayment } from './reply-payment.ts';
import { askFirst, resumePayment, writePayment, type WrittenPayment } from './start-payment.ts';

/** A request whose payment is written, but whose provider has not answered yet. */
type BegunPayment = Begun & { readonly payment_id: string };

/** Writes a payment, commits it, asks the provider, and answers how it stands then. A request that was cut short goes on where it stopped. */
export async function createPayment(
  { body }: Input<Operations['createPayment']>,
  call: Call,
  room: Payments,
): Promise<Reply<Payment>> {
  const judged = await orFirstAnswer<PaymentToCompose, Payment | BegunPayment>(room, call, () =>
    readPaymentRequest(body, call, room),
  );
  if ('answer' in judged) return goOn(judged.answer, call, room);
  const made: { written?: WrittenPayment } = {};
  const begun = await effect<Payment | BegunPayment>(room, call, {
    work: async (runner) => {
      const { subject, amountMinor, currency } = judged.fresh.wanted;
      if (subject)
        await room.owners
          .get(subject.kind)
          ?.admit?.(runner, call.tenant, {
            paymentId: judged.fresh.id,
            subjectId: subject.id,
            amountMinor,
            currency,
            at: call.now,
          });
      made.written = await writePayment(room, runner, { tenant: call.tenant, ...judged.fresh });
      return reply({ payment_id: judged.fresh.id, begun_at: room.world.now().toISOString() });
    },
  });
  if (begun.replayed || !made.written) return goOn(begun, call, room);
  return conclude(await askFirst(room, made.written.payment, call.now), call, room);
}

/** A repeated request gets the first answer; where that was lost with its server, it is found now. */
async function goOn(
  known: Reply<Payment | BegunPayment>,
  call: Call,
  room: Payments,
): Promise<Reply<Payment>> {
  const { data } = known;
  if (!('begun_at' in data)) return { ...known, data };
  const first = await awaitFirstAnswer<Payment>(room, call, data);
  if (first) return first;
  const row = await resumePayment(room, { tenant: call.tenant, id: data.payment_id }, call.now);
  return { ...(await conclude(row, call, room)), replayed: true };
}

/** The answer, which is kept for whoever repeats the request. */
async function conclude(row: PaymentRow, call: Call, room: Payments): Promise<Reply<Payment>> {
  const at = room.world.now();
  const failure = row.status === 'failed' ? declined(row) : null;
  const answer: Reply<Payment> = { data: showPayment(room, row), at };
  const { idempotency } = call;
  if (idempotency) {
    const kept = failure ? sealFailure(room.vault, failure, at) : sealReply(room.vault, answer, at);
    await room.store.transaction(call.tenant, (tx) =>
      keepAnswer(tx, call.tenant, { key: idempotency.key, answer: kept }),
    );
  }
  if (failure) throw failure;
  return answer;
}

function declined(row: PaymentRow): Failure {
  const { code, message } = row.failure as PaymentFailure;
  return new Failure('PAYMENT_DECLINED', message, {
    details: { payment_id: row.id, failure: { code, message } },
  });
}
