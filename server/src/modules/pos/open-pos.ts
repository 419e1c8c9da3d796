import type { Pos } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Hasher } from '../../kernel/secrets/hasher.ts';
import type { PaperBrands } from '../../kernel/running/paper-brand.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import type { Customers } from '../customers/index.ts';
import { createPhotoEncoder } from '../files/index.ts';
import type { PaymentPort } from '../payments/index.ts';
import { createKnownPages } from './catalogue/products/known-pages.ts';
import { endPendingRefunds } from './refunds/pursue-sale-refund.ts';
import { noFiscalSigner, type FiscalSigner } from './sales/fiscal/fiscal-signer.ts';
import { openSales, saleLoops } from './sales/open-sales.ts';
import { eraseCustomerOfSales } from './sales/buyers.queries.ts';
import { ownSalePayments } from './own-sale-payments.ts';
import { createSessionCache } from './staff/session-cache.ts';
import { createStaffCache } from './staff/staff-cache.ts';
import { dropSessions } from './staff/widget-sessions.queries.ts';

/** What main hands to the module beside the context. */
export type PosParts = {
  readonly payments: PaymentPort;
  readonly customers: Customers;
  readonly papers: PaperBrands;
  readonly accentOf: Pos['accentOf'];
  readonly hasher: Hasher;
  /** Default: nothing is signed. */ readonly signer?: FiscalSigner;
};

const REFUNDS_EVERY_MS = 2_000;
const FORGET_EVERY_MS = 3_600_000;
const FORGET_AFTER_MS = 30 * 86_400_000;
const FORGET_ROWS = 1_000;

/** Opens the till: sets up what many requests share. */
export function openPos(
  context: Context,
  { payments, customers, papers, accentOf, hasher, signer = noFiscalSigner }: PosParts,
): Pos {
  const module: Pos = {
    ...context,
    ...openSales(context, { payments, signer }),
    payments,
    customers,
    papers,
    accentOf,
    hasher,
    pictures: createPhotoEncoder(),
    productPages: createKnownPages(context),
    staff: createStaffCache(context),
    sessions: createSessionCache(context),
  };
  payments.register(ownSalePayments(() => module));
  customers.registerEraser({ kind: 'sale', erase: eraseCustomerOfSales });
  return module;
}

/** What any one node does for all. */
export function posLoops(module: Pos): readonly Loop[] {
  return [
    { name: 'pos.refunds', everyMs: REFUNDS_EVERY_MS, turn: () => endPendingRefunds(module) },
    {
      name: 'pos.forgetSessions',
      everyMs: FORGET_EVERY_MS,
      irrevocable: true,
      turn: () =>
        dropSessions(
          module.store.system,
          new Date(module.world.systemNow().getTime() - FORGET_AFTER_MS),
          FORGET_ROWS,
        ),
    },
    ...saleLoops(module),
  ];
}
