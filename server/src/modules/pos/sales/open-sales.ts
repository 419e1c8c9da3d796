import type { Sales } from './module.ts';
import type { Context } from '../../../kernel/call/context.ts';
import type { Loop } from '../../../kernel/running/loop.ts';
import type { PaymentPort } from '../../payments/index.ts';
import type { Pos } from '../module.ts';
import { beginOrphans } from './begin-payments.ts';
import type { FiscalSigner } from './fiscal/fiscal-signer.ts';
import { signSales } from './fiscal/sign-sales.ts';
import { runDueSales } from './run-due-sales.ts';
import { createSeller } from './seller.ts';

const EXPIRE_EVERY_MS = 2_000;
const BEGIN_EVERY_MS = 5_000;
const SIGN_EVERY_MS = 5_000;

export function openSales(
  context: Context,
  { payments, signer }: { readonly payments: PaymentPort; readonly signer: FiscalSigner },
): Sales {
  return {
    sell: createSeller({ ...context, payments }),
    signer,
    signs: (livemode) => signer.signs(livemode),
  };
}

/** What any one node does for all. */
export function saleLoops(module: Pos): readonly Loop[] {
  return [
    { name: 'pos.expireSales', everyMs: EXPIRE_EVERY_MS, turn: () => runDueSales(module) },
    { name: 'pos.beginPayments', everyMs: BEGIN_EVERY_MS, turn: () => beginOrphans(module) },
    { name: 'pos.signSales', everyMs: SIGN_EVERY_MS, turn: signSales(module) },
  ];
}
