import { statusWords } from '@cottontree/contract';
import { locale } from './locale.ts';

type Words = Readonly<Record<string, readonly [en: string, kri: string]>>;

/** The contract's words of statuses, and beside them those of what a page makes of several fields of a thing. */
const words: Words = {
  ...statusWords,
  overdue: ['Overdue', 'Le'],
  rotating: ['Rotating', 'De chenj'],
  revoked: ['Revoked', 'Dɔn tek bak'],
  paired: ['Paired', 'Dɔn jɔyn'],
  invited: ['Invited', 'Dɔn kɔl'],
  suspended: ['Suspended', 'Stɔp fɔ naw'],
};

/** How a status is said; null where it has no word here. */
export function statusText(status: string): string | null {
  return words[status]?.[locale.value === 'kri' ? 1 : 0] ?? null;
}
