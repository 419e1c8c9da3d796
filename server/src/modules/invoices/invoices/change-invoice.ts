import type { EventKind, Invoice } from '@cottontree/contract';
import { change } from '../../../kernel/change/change.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Posting } from '../../ledger/index.ts';
import type { Runner } from '../../../store/index.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { InvoiceRow, InvoiceState } from './invoice-rows.ts';
import { findInvoice, writeInvoiceMove } from './invoices.queries.ts';
import type { Numbering } from './numbering.ts';
import { presentInvoice, type InvoiceView } from './present-invoice.ts';
import type { Invoices } from '../module.ts';

/** What is to become of an invoice. */
export type InvoiceChange = {
  readonly set: Partial<InvoiceState>;
  /** What is told of it, each with the invoice as it is afterwards. */
  readonly tell: readonly InvoiceKind[];
  /** A number given by hand. */
  readonly number?: string;
  /** The next number of the series. */
  readonly numbering?: Numbering;
  readonly postings?: readonly Posting[];
};

export type InvoiceChangeWanted = {
  readonly tenant: Tenant;
  readonly id: string;
  /** Business time. */
  readonly now: Date;
  /** The If-Match header, where it comes from a request that has one. */
  readonly ifMatch?: string | null;
  /** From the invoice as it stands; null where nothing is to change. A refusal throws. */
  readonly decide: (row: InvoiceRow) => InvoiceChange | null;
};

type ChangedInvoice = { readonly row: InvoiceRow; readonly changed: boolean };

/** Changes an invoice on the version that was read: decided, then written in one statement, or read and decided again. */
export async function changeInvoice(
  module: Pick<Invoices, 'settings'>,
  runner: Runner,
  { tenant, id, now, ifMatch = null, decide }: InvoiceChangeWanted,
): Promise<ChangedInvoice> {
  const key = { tenant, id };
  const invoice = {
    key,
    tooMany: 'requests change this invoice',
    read: () => findInvoice(runner, key),
    notFound: () => invoiceNotFound(id),
    ifMatch,
    seen: ({ version }: InvoiceRow) => ({ version, what: `The invoice ${id}` }),
  };
  return change<InvoiceRow, ChangedInvoice>(invoice, async (before) => {
    const decided = decide(before);
    if (decided === null) return { row: before, changed: false };
    const after: InvoiceRow = { ...before, ...decided.set, version: before.version + 1, updated_at: now };
    const facts = decided.tell.map((kind, at) =>
      invoiceFact(after, {
        kind,
        sequence: before.sequence + at + 1,
        view: { settings: module.settings, now },
      }),
    );
    const row = await writeInvoiceMove(runner, key, {
      version: before.version,
      state: after,
      number: decided.number ?? null,
      numbering: decided.numbering ?? null,
      facts,
      postings: decided.postings ?? [],
    });
    return row && { row, changed: true };
  });
}

/** What is told of an invoice: what getInvoice answers. `sequence` is that of the message. */
export function invoiceFact(
  row: InvoiceRow,
  {
    kind,
    sequence,
    view,
  }: { readonly kind: InvoiceKind; readonly sequence: number; readonly view: InvoiceView },
): Fact {
  return newFact({ kind, sequence, at: view.now.toISOString(), facts: presentInvoice(row, view) });
}

type InvoiceKind = EventKind & `invoice.${string}`;

/** The refusal that is the same for absent, another merchant's and the other mode's. */
export function invoiceNotFound(id: string): Failure {
  return new Failure('INVOICE_NOT_FOUND', `There is no invoice ${id.slice(0, 64)}.`);
}

/** The answer that shows one invoice. */
export function replyInvoice(
  row: InvoiceRow,
  { status, ...view }: InvoiceView & { readonly status?: 201 },
): Reply<Invoice> {
  return reply(presentInvoice(row, view), { version: String(row.version), ...(status ? { status } : {}) });
}
