import {
  formatOptionalTime,
  operations,
  parseAmount,
  toMajor,
  type Input,
  type Operations,
  type PosSettings,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change, changesNothing } from '../../../kernel/change/change.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode } from '../../../kernel/call/tenant.ts';
import type { Pos } from '../module.ts';
import {
  changePosSettings,
  readPosSettings,
  type PosSettingsRow,
  type PosTerms,
} from './pos-settings.queries.ts';

/** Reads how the till reckons, numbers and prints, for the mode of the key. */
export async function getPosSettings(
  _: Input<Operations['getPosSettings']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<PosSettings>> {
  return replyPosSettings(await readPosSettings(store.of(call.tenant), call.tenant), call);
}

function replyPosSettings(row: PosSettingsRow, call: Call): Reply<PosSettings> {
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

type Body = Input<Operations['updatePosSettings']>['body'];

/** Changes how the till reckons, numbers and prints, for the mode of the key. */
export async function updatePosSettings(
  { body }: Input<Operations['updatePosSettings']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<PosSettings>> {
  const runner = store.of(call.tenant);
  const settings = {
    key: { tenant: call.tenant, id: 'settings' },
    tooMany: 'requests change the settings of the till',
    read: () => readPosSettings(runner, call.tenant),
    ifMatch: call.ifMatch,
    seen: ({ version }: PosSettingsRow) => ({ version, what: 'The settings of the till' }),
  };
  return change(settings, async (row) => {
    refuseReadOnly(operations.updatePosSettings.readOnly, body, presentPosSettings(row, call));
    const terms = readTerms(body, row, call);
    if (changesNothing(terms, row)) return replyPosSettings(row, call);
    const changed = await changePosSettings(runner, call.tenant, {
      version: row.version,
      terms,
      at: call.now,
    });
    return changed && replyPosSettings(changed, call);
  });
}

function readTerms(body: Body, before: PosTerms, call: Call): PosTerms {
  return {
    tax_rounding: body.tax_rounding ?? before.tax_rounding,
    tax_inclusive: body.tax_inclusive ?? before.tax_inclusive,
    cash_rounding_increment:
      body.cash_rounding_increment === undefined
        ? before.cash_rounding_increment
        : readIncrement(body.cash_rounding_increment, call),
    cash_rounding_mode: body.cash_rounding_mode ?? before.cash_rounding_mode,
    reserve_on_park: body.reserve_on_park ?? before.reserve_on_park,
    require_cash_session: body.require_cash_session ?? before.require_cash_session,
    receipt_header: body.receipt_header ?? before.receipt_header,
    receipt_footer: body.receipt_footer ?? before.receipt_footer,
    sale_number_pattern: body.sale_number_pattern ?? before.sale_number_pattern,
    offline_managers: body.offline_managers ?? before.offline_managers,
    clock_skew_minutes: body.clock_skew_minutes ?? before.clock_skew_minutes,
  };
}

function readIncrement(value: number | string, { caller }: Call): bigint {
  const parsed = parseAmount(value, caller.merchant.currency);
  if (parsed.ok) return parsed.minor;
  throw new Failure(parsed.code, `cash_rounding_increment ${parsed.message}.`, {
    details: { fields: [{ path: 'cash_rounding_increment', message: parsed.message }] },
  });
}
