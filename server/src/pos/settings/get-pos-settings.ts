import {
  formatOptionalTime,
  toMajor,
  type Input,
  type Operations,
  type PosSettings,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { showMode } from '../../core/show-mode.ts';
import type { Pos } from '../open-pos.ts';
import { readPosSettings, type PosSettingsRow } from './pos-settings.queries.ts';

/** Reads how the till reckons, numbers and prints, for the mode of the key. */
export async function getPosSettings(
  _: Input<Operations['getPosSettings']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<PosSettings>> {
  return replyPosSettings(await readPosSettings(store.of(call.tenant), call.tenant), call);
}

export function replyPosSettings(row: PosSettingsRow, call: Call): Reply<PosSettings> {
  return reply(presentPosSettings(row, call), { version: String(row.version) });
}

export function presentPosSettings(row: PosSettingsRow, { caller, tenant }: Call): PosSettings {
  return {
    version: row.version,
    tax_rounding: row.tax_rounding,
    tax_inclusive: row.tax_inclusive,
    cash_rounding_mode: row.cash_rounding_mode,
    reserve_on_park: row.reserve_on_park,
    require_cash_session: row.require_cash_session,
    receipt_header: [...row.receipt_header],
    receipt_footer: [...row.receipt_footer],
    sale_number_pattern: row.sale_number_pattern,
    clock_skew_minutes: row.clock_skew_minutes,
    offline_managers: row.offline_managers,
    // The contract lets a merchant's currency be none but those with an entry.
    cash_rounding_increment: toMajor(row.cash_rounding_increment, caller.merchant.currency),
    ...showMode(tenant.livemode),
    updated_at: formatOptionalTime(row.updated_at),
  };
}
