import { wordsOf } from '../../kit/format/words.ts';

/** What was asked, in one line: `Reason: The motorbike broke down`. */
export function detailsText(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${wordsOf(name)}: ${String(value)}`)
    .join(', ');
}
