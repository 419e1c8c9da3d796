/** How a document gets its number: the place in its series between what stands before and behind it. */
export type Numbering = {
  readonly period: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly width: number;
};

export type NumberingRule = {
  readonly pattern: string;
  readonly yearlyReset: boolean;
  /** The day on the merchant's calendar, YYYY-MM-DD. */ readonly day: string;
};

const PLACE = /\{(0{1,10})\}/;
const PLACES = /\{0+\}/g;
const TOKENS = /\{(YYYY|YY|MM)\}/g;

/** How the next number looks, by the pattern and the day. */
export function numberingOn({ pattern, yearlyReset, day }: NumberingRule): Numbering {
  const [year = '', month = ''] = day.split('-');
  const filled = pattern.replace(TOKENS, (_, token: string) =>
    token === 'MM' ? month : token === 'YY' ? year.slice(-2) : year,
  );
  const zeros = PLACE.exec(filled);
  if (!zeros) throw new Error(`The number pattern ${pattern} has no place for the number.`);
  return {
    period: yearlyReset ? year : '',
    prefix: filled.slice(0, zeros.index),
    suffix: filled.slice(zeros.index + zeros[0].length),
    width: zeros[1]?.length ?? 1,
  };
}

/** What is wrong with a pattern, as the rest of a sentence; null where nothing is. */
export function patternProblem(pattern: string, yearlyReset: boolean): string | null {
  if (pattern.match(PLACES)?.length !== 1 || !PLACE.test(pattern))
    return 'must have one run of 1 to 10 zeros in braces, for example INV-{YYYY}-{00000}';
  const bare = pattern.replace(PLACES, '').replace(TOKENS, '');
  if (/[{}]/.test(bare))
    return 'may have {YYYY}, {YY}, {MM} and one run of zeros in braces, and no other braces';
  if (yearlyReset && !/\{YY(YY)?\}/.test(pattern))
    return 'needs {YYYY} or {YY} while numbers begin again each year';
  return null;
}
