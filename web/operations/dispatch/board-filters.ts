import type { Filter } from '../../kit/list/filters.tsx';
import { boardTexts as t } from './texts.ts';

/** A whole job number leads to its page. */
export const JOB_NUMBER = /^\s*SHP-[0-9A-Z]{4}-[0-9A-Z]{4}\s*$/i;

/** What the board and the list of jobs are narrowed by. */
export const boardFilters = (): readonly Filter[] => [
  { name: 'merchant_id', label: t.merchantId, kind: 'text' },
  { name: 'driver_id', label: t.driverId, kind: 'text' },
  { name: 'zone', label: t.zoneCode, kind: 'text' },
];
