/** How much of a form is wanted, from 0 to 1, how nearly it was named, and at which place. */
type Wish = { readonly weight: number; readonly nearness: number; readonly place: number };

const UNNAMED: Wish = { weight: 0, nearness: 0, place: Infinity };

/**
 * Whether an Accept header (RFC 9110, 12.5.1) asks for one form of an answer more than for the usual one: by weight, then
 * by how nearly each is named, then by which comes first. A form of weight 0 is never given; a header that takes neither
 * gets the usual one, as does none.
 */
export function prefers(accept: string | undefined, form: string, usual = 'application/json'): boolean {
  if (accept === undefined || !/text\//i.test(accept)) return false;
  const ranges = rangesOf(accept);
  const [wished, other] = [wishOf(form, ranges), wishOf(usual, ranges)];
  if (wished.weight === 0 || wished.weight !== other.weight) return wished.weight > other.weight;
  if (wished.nearness !== other.nearness) return wished.nearness > other.nearness;
  return wished.place < other.place;
}

type Range = { readonly name: string; readonly weight: number };

function rangesOf(accept: string): readonly Range[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
      const weight = parameters.find((one) => /^q\s*=/.test(one));
      return { name, weight: weight === undefined ? 1 : weightOf(weight.slice(weight.indexOf('=') + 1)) };
    });
}

/** What is no weight says nothing. */
function weightOf(text: string): number {
  const trimmed = text.trim();
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(trimmed) ? Number(trimmed) : 1;
}

/** The nearest name of a form decides, wherever it stands. */
function wishOf(form: string, ranges: readonly Range[]): Wish {
  const names = ['*/*', `${form.split('/')[0] ?? ''}/*`, form];
  let nearest = UNNAMED;
  for (const [place, { name, weight }] of ranges.entries()) {
    const nearness = names.indexOf(name) + 1;
    if (nearness > nearest.nearness) nearest = { weight, nearness, place };
  }
  return nearest;
}
