import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Invoices } from '../module.ts';
import { changeCreditNote } from './change-credit-note.ts';
import { claimReturningNotes, type CreditNoteRow } from './credit-notes.queries.ts';
import { isReturning, refundsOf, returnOf, withNews } from './credit-refunds.ts';
import { requireCreditNote } from './get-credit-note.ts';

const ROWS_MAX = 100;
/** How often a note is looked at whose money is on its way. */
const LOOK_EVERY_MS = 10_000;

/** Brings credit notes to where their money is, of whichever merchant; answers how many are over. */
export async function followReturningNotes(room: Invoices): Promise<number> {
  const now = room.world.now();
  const due = await claimReturningNotes(room.store.system, {
    now,
    before: new Date(now.getTime() - LOOK_EVERY_MS),
    rowsMax: ROWS_MAX,
  });
  let over = 0;
  for (const { tenant, id } of due) over += Number(!isReturning(await followRefunds(room, tenant, id)));
  return over;
}

/** Asks for the money that a request sends back, and answers with how it stands then. */
export async function seeRefundsThrough(room: Invoices, tenant: Tenant, id: string): Promise<CreditNoteRow> {
  const row = await requireCreditNote(room.store.of(tenant), tenant, id);
  const pending = refundsOf(row).filter(({ status }) => status === 'pending');
  await Promise.all(pending.map(({ refund_id: refundId }) => room.payments.pursueRefund(tenant, refundId)));
  return followRefunds(room, tenant, id);
}

async function followRefunds(room: Invoices, tenant: Tenant, id: string): Promise<CreditNoteRow> {
  const runner = room.store.of(tenant);
  const read = await requireCreditNote(runner, tenant, id);
  if (!isReturning(read)) return read;
  const news = await room.payments.findRefunds(
    tenant,
    refundsOf(read).map(({ refund_id: refundId }) => refundId),
  );
  const ended = news.filter(({ status }) => status !== 'pending').map(({ updated_at: at }) => Date.parse(at));
  return changeCreditNote(runner, {
    tenant,
    id,
    decide: (before) => {
      const after = returnOf(withNews(refundsOf(before), news));
      const isNews =
        isReturning(before) &&
        (after.refund_status !== 'pending' || after.amount_returned !== before.amount_returned);
      return isNews ? { ...after, at: new Date(Math.max(...ended)) } : null;
    },
  });
}
