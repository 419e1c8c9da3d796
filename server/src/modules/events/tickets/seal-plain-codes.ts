import type { Loop } from '../../../kernel/running/loop.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Events } from '../module.ts';
import {
  findPlainCodes,
  findPlainPastCodes,
  hidePastCodes,
  putSealedCodes,
} from './seal-plain-codes.queries.ts';
import { sealCode } from './ticket-codes.ts';

const EVERY_MS = 30_000;
const ROWS_MAX = 500;

/** Seals what stands in plain: codes from before they were sealed, or of an older program that runs beside this one. */
export function codeLoops(module: Events): readonly Loop[] {
  return [{ name: 'events.sealCodes', everyMs: EVERY_MS, turn: () => sealPlainCodes(module) }];
}

async function sealPlainCodes({ store, vault }: Events): Promise<number> {
  const tenantOf = (row: { readonly merchant_id: string; readonly livemode: boolean }): Tenant => ({
    merchantId: row.merchant_id,
    livemode: row.livemode,
  });
  const codes = await findPlainCodes(store.system, ROWS_MAX);
  const past = await findPlainPastCodes(store.system, ROWS_MAX);
  const sealed =
    codes.length === 0
      ? 0
      : await putSealedCodes(
          store.system,
          codes.map((before) => ({ before, sealed: sealCode(vault, tenantOf(before), before.code) })),
        );
  return (
    sealed +
    (past.length === 0
      ? 0
      : await hidePastCodes(
          store.system,
          past.map((before) => ({ before, code: sealCode(vault, tenantOf(before), before.code).code })),
        ))
  );
}
