import { parseAmount, type Currency, type Input, type Operations } from '@cottontree/contract';
import { Failure, invalid } from '../../../kernel/call/failure.ts';

/** What was counted of one tender, in minor units. */
export type CountedTender = {
  readonly tender: string;
  readonly amount: bigint;
  readonly denominations: readonly { readonly value: bigint; readonly count: number }[];
};

type CountedInput = Input<Operations['closeCashSession']>['body']['counted'];

/** What was counted; notes and coins, where they are told, must make up the amount. */
export function readCounted(counted: CountedInput, currency: Currency): readonly CountedTender[] {
  const tenders = new Set<string>();
  return counted.map(({ tender, amount, denominations = [] }, place) => {
    const path = `counted[${place}]`;
    if (tenders.has(tender))
      throw invalid({ path: `${path}.tender`, message: `must be told once, but ${tender} is told twice` });
    tenders.add(tender);
    const total = readMinor(amount, { path: `${path}.amount`, currency });
    const pieces = denominations.map(({ value, count }, row) => ({
      value: readMinor(value, { path: `${path}.denominations[${row}].value`, currency }),
      count,
    }));
    const sum = pieces.reduce((all, { value, count }) => all + value * BigInt(count), 0n);
    if (pieces.length > 0 && sum !== total)
      throw invalid({
        path: `${path}.denominations`,
        message: `must make up the amount ${amount}, but are ${sum > total ? 'more' : 'less'}`,
      });
    return { tender, amount: total, denominations: pieces };
  });
}

/** An amount of the request, 0 included, in minor units. */
export function readMinor(
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
