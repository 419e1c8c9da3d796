import { parseAmount, type CreateStockAdjustmentBody, type Currency } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure, invalid } from '../../core/failure.ts';
import { readTime } from '../../core/read-time.ts';
import { readQuantity } from './read-quantity.ts';
import type { StockMove } from './stock-move.ts';

type Item = CreateStockAdjustmentBody['items'][number];
/** What an item moves, without where, of what and for what. */
export type AdjustedLine = Pick<
  StockMove,
  'deltaMilli' | 'setToMilli' | 'expectedSeq' | 'reason' | 'note' | 'unitCostMinor'
>;

/** How far a clock may be ahead of ours. */
const AHEAD_MS_MAX = 300_000;

/** The items of an adjustment, as far as they can be judged by themselves. */
export function readAdjustedLines(body: CreateStockAdjustmentBody, call: Call): readonly AdjustedLine[] {
  return body.items.map((item, at) =>
    readLine(item, {
      path: `items[${at}]`,
      note: body.note ?? null,
      currency: call.caller.merchant.currency,
    }),
  );
}

/** When it happened; not after now. */
export function readOccurredAt(text: string | undefined, call: Call): Date {
  if (text === undefined) return call.now;
  const at = readTime(text, { path: 'occurred_at', call });
  if (at.getTime() > call.now.getTime() + AHEAD_MS_MAX)
    throw invalid({ path: 'occurred_at', message: 'must not lie in the future' });
  return at;
}

function readLine(
  item: Item,
  {
    path,
    note,
    currency,
  }: { readonly path: string; readonly note: string | null; readonly currency: Currency },
): AdjustedLine {
  if ((item.delta === undefined) === (item.set_to === undefined))
    throw invalid({ path, message: 'must have either delta or set_to' });
  const reason = item.reason ?? 'adjustment';
  const delta =
    item.delta === undefined ? null : readQuantity(item.delta, { path: `${path}.delta`, min: 'any' });
  if (delta === 0n) throw invalid({ path: `${path}.delta`, message: 'must not be zero' });
  if (delta !== null && delta > 0n && (reason === 'damage' || reason === 'loss'))
    throw invalid({ path: `${path}.delta`, message: `must be below zero where the reason is ${reason}` });
  return {
    reason,
    note: item.note ?? note,
    ...(delta === null ? {} : { deltaMilli: delta }),
    ...(item.set_to === undefined
      ? {}
      : { setToMilli: readQuantity(item.set_to, { path: `${path}.set_to`, min: 'zero' }) }),
    ...(item.expected_seq === undefined ? {} : { expectedSeq: BigInt(item.expected_seq) }),
    ...(item.unit_cost === undefined
      ? {}
      : { unitCostMinor: readUnitCost(item.unit_cost, { path: `${path}.unit_cost`, currency }) }),
  };
}

function readUnitCost(
  value: number | string,
  { path, currency }: { readonly path: string; readonly currency: Currency },
): bigint {
  const parsed = parseAmount(value, currency);
  if (!parsed.ok)
    throw new Failure(parsed.code, `${path} ${parsed.message}.`, {
      details: { fields: [{ path, message: parsed.message }] },
    });
  return parsed.minor;
}
