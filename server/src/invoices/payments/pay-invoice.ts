import { createHash } from 'node:crypto';
import {
  encodeId,
  idRandomBytes,
  makeId,
  readTestPhone,
  type Input,
  type Operations,
  type Payment,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { outsideEffect } from '../../core/outside-effect.ts';
import { readPhone } from '../../core/read-phone.ts';
import { readWebUrl } from '../../core/read-web-url.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { readSomeMoney } from '../../core/read-figures.ts';
import { requireInvoice } from '../get-invoice.ts';
import type { Invoices } from '../open-invoices.ts';
import { recordPayment } from './record-payment.ts';
import { startInvoicePayment } from './start-invoice-payment.ts';

type Body = Input<Operations['payInvoice']>['body'];

/** Records money that is there, or begins a payment. */
export function payInvoice(
  { params, body }: Input<Operations['payInvoice']>,
  call: Call,
  room: Invoices,
): Promise<Reply<Payment>> {
  const { tenant, now } = call;
  const paymentId = paymentIdFor(room, call, params.id);
  const phone =
    body.phone === undefined
      ? null
      : ((tenant.livemode ? null : readTestPhone(body.phone)) ??
        readPhone(body.phone, { path: 'phone', call }));
  const urls = { returnUrl: readUrl(body, 'return_url'), cancelUrl: readUrl(body, 'cancel_url') };
  return outsideEffect(room, call, async () => {
    const { currency } = await requireInvoice(room.store.of(tenant), { tenant, id: params.id });
    const amountMinor =
      body.amount === undefined ? null : readSomeMoney(body.amount, { path: 'amount', currency });
    const common = {
      tenant,
      invoiceId: params.id,
      paymentId,
      amountMinor,
      channel: body.channel,
      reference: body.reference ?? null,
      metadata: (body.metadata ?? {}) as Readonly<Record<string, string>>,
      now,
    };
    if (body.channel === 'cash' || body.channel === 'external')
      return reply(await recordPayment(room, { ...common, externalRef: body.external_ref ?? null }), {
        status: 201,
      });
    return reply(
      await startInvoicePayment(room, {
        ...common,
        provider: body.provider ?? null,
        phone,
        ...urls,
        amountSource: 'server',
      }),
      { status: 201 },
    );
  });
}

function readUrl(body: Body, path: 'return_url' | 'cancel_url'): string | null {
  return body[path] === undefined ? null : readWebUrl(body[path], path);
}

const ID_BYTES = 16;

/** A request that is repeated after its server died means the same payment, so that its id follows from the key. */
function paymentIdFor({ world }: Invoices, { tenant, idempotency }: Call, invoiceId: string): string {
  if (idempotency === null) return makeId('pay_', world.now().getTime(), world.randomBytes(idRandomBytes));
  const of = `${tenant.merchantId}:${String(tenant.livemode)}:${invoiceId}:${idempotency.key}:${idempotency.hash.toString('hex')}`;
  return encodeId('pay_', createHash('sha256').update(of).digest().subarray(0, ID_BYTES));
}
