import type { Input, Operations, Payment } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { nextVersion } from '../core/next-version.ts';
import type { Reply } from '../core/reply.ts';
import type { Payments } from './open-payments.ts';
import { findReadablePayment } from './readable-payment.ts';
import { replyPayment } from './reply-payment.ts';

/** Shows a payment; with `wait`, as soon as it stands elsewhere. */
export async function getPayment(
  { params, query }: Input<Operations['getPayment']>,
  call: Call,
  room: Payments,
): Promise<Reply<Payment>> {
  const row = await findReadablePayment(room, call, { id: params.id, clientSecret: query.client_secret });
  const waitSeconds = query.wait ?? 0;
  return replyPayment(
    room,
    waitSeconds === 0
      ? row
      : await nextVersion(row, {
          watch: room.watch.watch,
          waitSeconds,
          sinceVersion: query.since_version ?? row.version,
        }),
  );
}
