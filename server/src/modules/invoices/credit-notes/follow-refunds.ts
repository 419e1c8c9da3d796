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
export async function followReturningNotes(module: Invoices): Promise<number> {
  const now = module.world.now();
  const due = await claimReturningNotes(module.store.system, {
    now,
    before: new Date(now.getTime() - LOOK_EVERY_MS),
    rowsMax: ROWS_MAX,
  });
  let over = 0;
  for (const { tenant, id } of due) over += Number(!isReturning(await followRefunds(module, tenant, id)));
  return over;
}

/** Asks for the money that a request sends back, and answers with how it stands then. */
export async function seeRefundsThrough(
  module: Invoices,
  tenant: Tenant,
  id: string,
): Promise<CreditNoteRow> {
  const row = await requireCreditNote(module.store.of(tenant), tenant, id);
  const pending = refundsOf(row).filter(({ status }) => status === 'pending');
  await Promise.all(pending.map(({ refund_id: refundId }) => module.payments.pursueRefund(tenant, refundId)));
  return followRefunds(module, tenant, id);
}

async function followRefunds(module: Invoices, tenant: Tenant, id: string): Promise<CreditNoteRow> {
  const runner = module.store.of(tenant);
  const read = await requireCreditNote(runner, tenant, id);
  if (!isReturning(read)) return read;
  const news = await module.payments.findRefunds(
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
