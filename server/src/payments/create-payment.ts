import type { Input, Operations, Payment } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { writeThenAct } from '../core/outside-effect.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Payments } from './open-payments.ts';
import type { PaymentRow } from './payments.queries.ts';
import { readPaymentRequest } from './read-payment-request.ts';
import { showPayment } from './reply-payment.ts';
import { askFirst, resumePayment, writePayment, type WrittenPayment } from './start-payment.ts';

/** Writes a payment, commits it, asks the provider, and answers how it stands then. A request that was cut short goes on where it stopped. */
export async function createPayment(
  { body }: Input<Operations['createPayment']>,
  call: Call,
  room: Payments,
): Promise<Reply<Payment>> {
  const { tenant, now } = call;
  const made: { written?: WrittenPayment } = {};
  return writeThenAct(room, call, {
    judge: () => readPaymentRequest(body, call, room),
    write: async (tx, { wanted, ...judged }) => {
      const { id } = judged;
      const answers = {
        ...(body.note !== undefined && { note: body.note }),
        ...(body.custom_fields !== undefined && { customFields: body.custom_fields }),
      };
      const admit = wanted.subject ? room.owners.get(wanted.subject.kind)?.admit : undefined;
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
      made.written = await writePayment(room, tx, { tenant, ...judged, wanted: { ...wanted, ...terms } });
      return { payment_id: id };
    },
    act: async ({ payment_id: id }) => {
      const row = made.written
        ? await askFirst(room, made.written.payment, now)
        : await resumePayment(room, { tenant, id }, now);
      if (row.status === 'failed') throw declined(row);
      return reply(showPayment(room, row));
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
