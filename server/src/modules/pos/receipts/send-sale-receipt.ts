import {
  formatMoney,
  idRandomBytes,
  makeId,
  type Input,
  type Operations,
  type ReceiptSent,
  type SentReceipt,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { saleNotFound, stateConflict } from '../sales/require-move.ts';
import { findSale, type SaleRow } from '../sales/sales.queries.ts';
import { tellOfReceipt } from './receipts.queries.ts';

type Body = Input<Operations['sendSaleReceipt']>['body'];
const MAIL = /^[^@\s]+@[^@\s]+$/;

/** Sends the receipt of a sale to its buyer, or makes a link to pass on. */
export async function sendSaleReceipt(
  { params, body }: Input<Operations['sendSaleReceipt']>,
  call: Call,
  module: Pos,
): Promise<Reply<SentReceipt>> {
  const given = body.to === undefined ? null : readAddress(body.to, { body, call });
  return effect<SentReceipt>(module, call, {
    single: true,
    work: async (runner) => reply(await send(module, runner, { id: params.id, body, given, call })),
  });
}

type Sending = {
  readonly id: string;
  readonly body: Body;
  /** Where to, if the request says so. */ readonly given: string | null;
  readonly call: Call;
};

async function send(module: Pos, runner: Runner, { id, body, given, call }: Sending): Promise<SentReceipt> {
  const { tenant, caller } = call;
  const { channel } = body;
  const sale = await findSale(runner, { tenant, id });
  if (!sale) throw saleNotFound(id);
  if (sale.completed_at === null)
    throw stateConflict(sale, 'completed', 'The sale is not paid, so it has no receipt yet');
  const to = given ?? (channel === 'email' ? sale.customer_email : sale.customer_phone);
  const url = `${module.settings.publicUrl}/r/${sale.receipt_token}`;
  const amount = formatMoney(sale.total + sale.cash_rounding, sale.currency);
  if (channel === 'link') return { channel, status: 'share', url, share_url: url, to: null };
  if (channel === 'whatsapp')
    return {
      channel,
      status: 'share',
      url,
      share_url: `https://wa.me/${to?.replaceAll(/\D/g, '') ?? ''}?text=${encodeURIComponent(`${caller.merchant.storeName}, receipt ${numberOf(sale)}, ${amount}: ${url}`)}`,
      to,
    };
  if (to === null)
    throw new Failure(
      'RECIPIENT_NOT_REACHABLE',
      `The sale has no ${channel === 'email' ? 'e-mail address' : 'phone number'} of its customer. Send one as to.`,
    );
  const sent: ReceiptSent = {
    sale_id: sale.id,
    number: numberOf(sale),
    channel,
    to,
    url,
    store_name: caller.merchant.storeName,
    amount,
    lang: body.lang ?? 'en',
    sent_at: call.now.toISOString(),
  };
  const fact: Fact = newFact({ kind: 'pos.receipt.sent', sequence: 1, at: sent.sent_at, facts: sent });
  await tellOfReceipt(runner, tenant, {
    id: makeId('ntc_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
    fact,
  });
  return { channel, status: sale.livemode ? 'queued' : 'test', url, share_url: null, to };
}

function readAddress(
  to: string,
  { body: { channel }, call }: { readonly body: Body; readonly call: Call },
): string {
  if (channel === 'link') return to;
  if (channel !== 'email') return readPhone(to, { path: 'to', call });
  if (!MAIL.test(to)) throw invalid({ path: 'to', message: 'must be an e-mail address' });
  return to;
}

function numberOf(sale: SaleRow): string {
  return sale.receipt_number ?? sale.id;
}
