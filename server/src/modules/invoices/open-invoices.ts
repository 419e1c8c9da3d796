import type { Invoices } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import type { Customers } from '../customers/index.ts';
import { createPhotoEncoder } from '../files/index.ts';
import type { PaymentDesk } from '../payments/index.ts';
import { followReturningNotes } from './credit-notes/follow-refunds.ts';
import { eraseCustomerOfInvoices } from './erase-customer.queries.ts';
import { recur } from './recurring/recur.ts';
import { forgetOrphanedPayments } from './payments/invoice-payments.queries.ts';
import { makeRounds } from './rounds/make-rounds.ts';
import { ownInvoicePayments } from './payments/own-invoice-payments.ts';

/** What main hands to the room beside the context. */
export type InvoiceParts = {
  readonly payments: PaymentDesk;
  readonly customers: Customers;
  readonly hasWhatsApp: boolean;
};

const RECUR_EVERY_MS = 15_000;
const ROUNDS_EVERY_MS = 15_000;
const FOLLOW_EVERY_MS = 10_000;
const FORGET_EVERY_MS = 15_000;
const FORGOTTEN_MAX = 100;

/** Opens invoices: sets up what many requests share. */
export function openInvoices(context: Context, { payments, customers, hasWhatsApp }: InvoiceParts): Invoices {
  const room: Invoices = { ...context, payments, customers, photos: createPhotoEncoder(), hasWhatsApp };
  payments.register(ownInvoicePayments(() => room));
  customers.registerEraser({ kind: 'invoice', erase: eraseCustomerOfInvoices });
  return room;
}

/** What any one node does for all. */
export function invoiceLoops(room: Invoices): readonly Loop[] {
  return [
    { name: 'invoices.recur', everyMs: RECUR_EVERY_MS, turn: () => recur(room) },
    { name: 'invoices.rounds', everyMs: ROUNDS_EVERY_MS, turn: () => makeRounds(room) },
    { name: 'invoices.followRefunds', everyMs: FOLLOW_EVERY_MS, turn: () => followReturningNotes(room) },
    {
      name: 'invoices.forgetPayments',
      everyMs: FORGET_EVERY_MS,
      turn: () => forgetOrphanedPayments(room.store, FORGOTTEN_MAX),
    },
  ];
}
