import type { CursorPosition } from '../../../../kernel/list/page.ts';
import { isOutage } from '../../../../store/index.ts';
import type { Pos } from '../../module.ts';
import { changeSale } from '../change-sale.ts';
import { presentSale } from '../present-sale.ts';
import { plainStep } from '../sale-step.ts';
import { nextVersion } from '../sale-versions.ts';
import { findSale, findUnsignedSales, type SaleKey } from '../sales.queries.ts';

const ROWS_MAX = 100;

/**
 * Has completed sales signed that are not yet; each turn answers how many were. It goes on where the one before ended, so
 * that sales which the device never signs do not keep those after them waiting.
 */
export function signSales(module: Pos): () => Promise<number> {
  const last: { place: CursorPosition | null } = { place: null };
  return async () => {
    const due = await findUnsignedSales(module.store.system, { after: last.place, rowsMax: ROWS_MAX });
    last.place = due.length < ROWS_MAX ? null : (due.at(-1)?.place ?? null);
    let signed = 0;
    for (const key of due) signed += Number(await trySign(module, key));
    return signed;
  };
}

/** A device that does not answer for one sale must not keep those after it waiting. */
async function trySign(module: Pos, key: SaleKey): Promise<boolean> {
  try {
    return await sign(module, key);
  } catch (error) {
    if (isOutage(error)) throw error;
    module.log.warn({ error, saleId: key.id }, 'A sale could not be signed, which is tried again.');
    return false;
  }
}

async function sign(module: Pos, key: SaleKey): Promise<boolean> {
  const row = await findSale(module.store.of(key.tenant), key);
  if (row?.fiscal_status !== 'pending') return false;
  const signature = await module.signer.sign(key.tenant, presentSale(row, module));
  if (signature === 'pending') return false;
  const { step } = await changeSale(module, key, (before) => {
    if (before.fiscal_status !== 'pending') return null;
    const now = module.world.now();
    const after = nextVersion(before, before, {
      at: now > before.updated_at ? now : before.updated_at,
      world: module.world,
      told: 0,
    });
    return {
      wants: [],
      compose: () =>
        plainStep(before, {
          ...after,
          fiscal_status: 'signed',
          fiscal: { number: signature.number, signature: signature.signature, qr: signature.qr },
        }),
    };
  });
  return step !== null;
}
