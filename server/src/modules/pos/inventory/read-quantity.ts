import { parseQuantity } from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';

/** A quantity of the request in thousandths, not below `min`; a refusal names the field. */
export function readQuantity(
  value: number | string,
  { path, min }: { readonly path: string; readonly min: 'any' | 'zero' | 'more' },
): bigint {
  const parsed = parseQuantity(value);
  if (!parsed.ok) throw invalid({ path, message: parsed.message });
  if (min === 'zero' && parsed.milli < 0n) throw invalid({ path, message: 'must not be below zero' });
  if (min === 'more' && parsed.milli <= 0n) throw invalid({ path, message: 'must be more than nothing' });
  return parsed.milli;
}
