import { common } from '../text/common.ts';
import { plainAmount } from './plain-amount.ts';

/** What a form takes from the contract for one field. */
export type FieldLimits = {
  readonly required?: true;
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'amount';
  /** Characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly options?: readonly string[];
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly description?: string;
};
export type FormLimits = Readonly<Record<string, FieldLimits>>;

/** An amount as people write it: digits, commas between thousands, a point. A comma elsewhere may be meant as the point, so nobody guesses. */
const AMOUNT = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** What is wrong with a text in a field, in words that say what would work; null: nothing. */
export function faultOf(text: string, limits: FieldLimits): string | null {
  if (text === '') return limits.required ? common.required : null;
  if (limits.type === 'amount')
    return AMOUNT.test(text) ? rangeFault(Number(plainAmount(text)), limits) : common.noAmount;
  if (limits.type === 'number' || limits.type === 'integer') return numberFault(text, limits);
  const { minLength = 0, maxLength = Infinity, pattern } = limits;
  const length = [...text].length;
  if (length > maxLength) return common.tooLong(maxLength);
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return common.wrongForm;
  return length < minLength ? common.tooShort(minLength) : null;
}

function numberFault(text: string, limits: FieldLimits): string | null {
  const value = Number(text);
  if (!NUMBER.test(text)) return common.noNumber;
  if (limits.type === 'integer' && !Number.isInteger(value)) return common.noWhole;
  return rangeFault(value, limits);
}

function rangeFault(value: number, { minimum = -Infinity, maximum = Infinity }: FieldLimits): string | null {
  if (value < minimum) return common.tooSmall(minimum);
  return value > maximum ? common.tooLarge(maximum) : null;
}

/** What a field's text is sent as. */
export function valueOf(text: string, { type }: FieldLimits): unknown {
  if (type === 'amount') return plainAmount(text);
  if (type === 'number' || type === 'integer') return Number(text);
  return text;
}
