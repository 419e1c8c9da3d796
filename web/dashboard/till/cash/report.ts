import type { Data, Operations } from '@cottontree/contract';
import { moneyText } from '../../../kit/format/money.ts';
import type { Names } from '../names.ts';
import { cashTexts as t } from './texts.ts';

export type Report = Data<Operations['getCashReport']>;
export type Session = Data<Operations['listCashSessions']>;

/** What a drawer is called: by its till, else by its location. */
export function drawerName(
  { terminal_id, location_id }: { readonly terminal_id: string | null; readonly location_id: string },
  names: Names,
): string {
  return terminal_id === null ? t.drawerOf(names.location(location_id)) : names.till(terminal_id);
}

/** A difference in words. */
export function differenceText(difference: number | null, currency: string): string {
  if (difference === null) return t.notCounted;
  const sum = moneyText(Math.abs(difference), currency);
  return difference === 0 ? t.exact : difference < 0 ? t.less(sum) : t.more(sum);
}
