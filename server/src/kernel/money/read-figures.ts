import {
  parseAmount,
  parseRate,
  parseSignedAmount,
  type AmountResult,
  type Currency,
  type Rate,
} from '@cottontree/contract';
import { Failure, invalid } from '../call/failure.ts';

type Field = { readonly path: string };
type MoneyField = Field & { readonly currency: Currency };

/** A rate of a hundred percent, in ten-thousandths of a percent. */
const WHOLE_RATE = 1_000_000n;

/** An amount of the request, 0 or more, in minor units; a refusal names the field. AMOUNT_PRECISION where it has more decimals than the currency. */
export function readMoney(value: number | string, { path, currency }: MoneyField): bigint {
  return minorOf(parseAmount(value, currency), path);
}

/** As `readMoney`, above 0. */
export function readSomeMoney(value: number | string, field: MoneyField): bigint {
  const minor = readMoney(value, field);
  if (minor === 0n) throw invalid({ path: field.path, message: 'must be more than 0' });
  return minor;
}

/** As `readMoney`, also below 0. */
export function readSignedMoney(value: number | string, { path, currency }: MoneyField): bigint {
  return minorOf(parseSignedAmount(value, currency), path);
}

/** A percentage of the request, a tax too, from 0 to 100, in ten-thousandths of a percent. */
export function readShare(value: number | string, { path }: Field): Rate {
  const parsed = parseRate(value);
  if (parsed.ok && parsed.rate <= WHOLE_RATE) return parsed.rate;
  throw invalid({
    path,
    message: `must be a percentage from 0 to 100 with at most 4 decimals, was ${String(value).slice(0, 40)}`,
  });
}

function minorOf(parsed: AmountResult, path: string): bigint {
  if (parsed.ok) return parsed.minor;
  throw new Failure(parsed.code, `${path} ${parsed.message}.`, {
    details: { fields: [{ path, message: parsed.message }] },
  });
}
