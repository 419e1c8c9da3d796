import type { SaleNumbering } from './sale-step.ts';

export type NumberRule = {
  readonly pattern: string;
  /** What stands for the location. */ readonly code: string;
  readonly at: Date;
  readonly timeZone: string;
};

const PLACE = /\{(0{1,10})\}/;

/** How the next number of a location looks, on the day that it is there. With the year in it numbers begin anew each year. */
export function numberSale({ pattern, code, at, timeZone }: NumberRule): SaleNumbering {
  const [year = '', month = ''] = /\{(YYYY|MM)\}/.test(pattern) ? dayAt(at, timeZone).split('-') : [];
  const filled = pattern.replace(/\{(YYYY|MM|LOC)\}/g, (_, token: string) =>
    token === 'LOC' ? code : token === 'MM' ? month : year,
  );
  const place = PLACE.exec(filled);
  if (!place) throw new Error(`The number pattern ${pattern} has no place for the number.`);
  return {
    period: pattern.includes('{YYYY}') ? year : '',
    head: filled.slice(0, place.index),
    tail: filled.slice(place.index + place[0].length),
    digits: place[1]?.length ?? 1,
  };
}

/** YYYY-MM-DD. */
function dayAt(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);
}
