import {
  idRandomBytes,
  makeId,
  type CreditNote,
  type CreditRefundStatus,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tx } from '../../../store/index.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Invoices } from '../module.ts';
import { changeCreditNote } from './change-credit-note.ts';
import { refundsOf, returnOf } from './credit-refunds.ts';
import type { CreditNoteRow } from './credit-notes.queries.ts';
import { seeRefundsThrough } from './follow-refunds.ts';
import { presentCreditNote } from './present-credit-note.ts';
import type { KeptCreditRefund } from '../invoices/kept-parts.ts';

/** Sends back once more what of a credit note could not be sent back, or notes that it is handed back in cash. */
export async function retryCreditNoteRefund(
  { params, body }: Input<Operations['retryCreditNoteRefund']>,
  call: Call,
  module: Invoices,
): Promise<Reply<CreditNote>> {
  return writeThenAct(module, call, {
    judge: async () => null,
    write: async (tx) => ({ id: (await write({ module, tx, call }, params.id, body.in_cash === true)).id }),
    act: async ({ id }) => reply(presentCreditNote(await seeRefundsThrough(module, call.tenant, id))),
  });
}

type Writing = { readonly module: Invoices; readonly tx: Tx; readonly call: Call };

/** The note first, so that of two who try again at once one finds it under way. */
async function write({ module, tx, call }: Writing, id: string, inCash: boolean): Promise<CreditNoteRow> {
  const { tenant, now } = call;
  const { world } = module;
  const again = (part: KeptCreditRefund): KeptCreditRefund =>
    part.status === 'succeeded'
      ? part
      : {
          ...part,
          refund_id: makeId('re_', world.now().getTime(), world.randomBytes(idRandomBytes)),
          status: inCash ? 'succeeded' : 'pending',
          failure: null,
        };
  const tried: { before?: readonly KeptCreditRefund[] } = {};
  const row = await changeCreditNote(tx, {
    tenant,
    id,
    decide: (before) => {
      if (before.refund_status !== 'failed' && before.refund_status !== 'kept')
        throw refuseReturn(before, {
          to: 'pending',
          why: 'Only what could not be sent back is tried again.',
        });
      tried.before = refundsOf(before);
      return { ...returnOf(tried.before.map(again)), at: now };
    },
  });
  const begun = refundsOf(row).filter(
    ({ refund_id: refundId }) => !tried.before?.some((part) => part.refund_id === refundId),
  );
  await module.payments.beginRefunds(
    tx,
    tenant,
    begun.map(({ refund_id, payment_id, amount }) => ({
      id: refund_id,
      paymentId: payment_id,
      amountMinor: BigInt(amount),
      inCash,
      reason: row.reason ?? `Credit note ${row.number}`,
      at: now,
    })),
  );
  return row;
}

/** Where the money of a credit note can go by hand from each of its states. */
const MOVES: Readonly<Record<CreditRefundStatus, readonly CreditRefundStatus[]>> = Object.freeze({
  none: [],
  pending: [],
  returned: [],
  failed: ['pending', 'kept'],
  kept: ['pending'],
});

/** The refusal of a move that the state of its money does not allow. */
export function refuseReturn(
  { number, ...row }: CreditNoteRow,
  { to, why }: { readonly to: CreditRefundStatus; readonly why: string },
): Failure {
  const from = row.amount_refunded === 0n ? 'none' : row.refund_status;
  return new Failure(
    'STATE_CONFLICT',
    `The refund_status of credit note ${number} is ${from}, so it cannot become ${to}. ${why}`,
    { details: { from, to, allowed: MOVES[from] } },
  );
}
