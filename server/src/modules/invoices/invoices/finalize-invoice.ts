import type { Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { changeInvoice } from './change-invoice.ts';
import { finalization } from './finalization.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import type { Invoices } from '../module.ts';
import { pastTakenNumbers } from './past-taken-numbers.ts';
import { replyInvoice } from './reply-invoice.ts';
import { readInvoiceDefaults } from './settings.queries.ts';

/** Gives a draft its number, in the moment in which it becomes an invoice. */
export async function finalizeInvoice(
  { params, body }: Input<Operations['finalizeInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<Invoice>> {
  const { tenant, now } = call;
  const number = body.number ?? null;
  const work = (runner: Runner) =>
    finalizeDraft(module, runner, { tenant, id: params.id, now, number }).then((row) =>
      replyInvoice(row, { settings: module.settings, now }),
    );
  return pastTakenNumbers(module, {
    tenant,
    now,
    number,
    work: () => effect<Invoice>(module, call, { single: true, work }),
  });
}

export type FinalizedDraft = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly now: Date;
  /** Null: the next of the series. */ readonly number: string | null;
};

/** Finalises a draft through `runner`; to be called within `pastTakenNumbers`. */
export async function finalizeDraft(
  module: Invoices,
  runner: Runner,
  { tenant, id, now, number }: FinalizedDraft,
): Promise<InvoiceRow> {
  const defaults = await readInvoiceDefaults(runner, tenant);
  return (
    await changeInvoice(module, runner, {
      tenant,
      id,
      now,
      decide: (draft) => finalization(draft, { defaults, now, number }),
    })
  ).row;
}
