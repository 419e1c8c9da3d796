import type { Invoices } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import type { PaperBrands } from '../../kernel/running/paper-brand.ts';
import type { Customers } from '../customers/index.ts';
import { createPhotoEncoder } from '../files/index.ts';
import type { PaymentPort } from '../payments/index.ts';
import { followReturningNotes } from './credit-notes/follow-refunds.ts';
import { eraseCustomerOfInvoices } from './erase-customer.queries.ts';
import { recur } from './recurring/recur.ts';
import { forgetOrphanedPayments } from './payments/invoice-payments.queries.ts';
import { makeRounds } from './rounds/make-rounds.ts';
import { ownInvoicePayments } from './payments/own-invoice-payments.ts';

/** What main hands to the module beside the context. */
export type InvoiceParts = {
  readonly payments: PaymentPort;
  readonly customers: Customers;
  readonly papers: PaperBrands;
  readonly hasWhatsApp: boolean;
};

const RECUR_EVERY_MS = 15_000;
const ROUNDS_EVERY_MS = 15_000;
const FOLLOW_EVERY_MS = 10_000;
const FORGET_EVERY_MS = 15_000;
const FORGOTTEN_MAX = 100;

/** Opens invoices: sets up what many requests share. */
export function openInvoices(context: Context, { hasWhatsApp, ...parts }: InvoiceParts): Invoices {
  const { payments, customers } = parts;
  const module: Invoices = { ...context, ...parts, photos: createPhotoEncoder(), hasWhatsApp };
  payments.register(ownInvoicePayments(() => module));
  customers.registerEraser({ kind: 'invoice', erase: eraseCustomerOfInvoices });
  return module;
}

/** What any one node does for all. */
export function invoiceLoops(module: Invoices): readonly Loop[] {
  return [
    { name: 'invoices.recur', everyMs: RECUR_EVERY_MS, turn: () => recur(module) },
    { name: 'invoices.rounds', everyMs: ROUNDS_EVERY_MS, turn: () => makeRounds(module) },
    { name: 'invoices.followRefunds', everyMs: FOLLOW_EVERY_MS, turn: () => followReturningNotes(module) },
    {
      name: 'invoices.forgetPayments',
      everyMs: FORGET_EVERY_MS,
      turn: () => forgetOrphanedPayments(module.store, FORGOTTEN_MAX),
    },
  ];
}
