import { parseAmount } from '@cottontree/contract';
import { currency } from '../data/money.tsx';

const TYPED_MAX = 12;

export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'back';

/** What stands there after one more key; what would be no amount is not taken. */
export function typeKey(typed: string, key: PadKey): string {
  if (key === 'back') return typed.slice(0, -1);
  const next = typed === '0' && key !== '.' ? key : typed === '' && key === '.' ? '0.' : typed + key;
  if (next.length > TYPED_MAX) return typed;
  const whole = next.endsWith('.') ? next.slice(0, -1) : next;
  return parseAmount(whole, currency.value).ok && next.split('.').length <= 2 ? next : typed;
}

/** Minor units of what was typed; null while nothing is. */
export function typedMinor(typed: string): number | null {
  if (typed === '') return null;
  const read = parseAmount(typed.endsWith('.') ? typed.slice(0, -1) : typed, currency.value);
  return read.ok ? Number(read.minor) : null;
}
