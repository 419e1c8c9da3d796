/** In a query everything is text: the number or the boolean that a text is meant as where one is wanted, else the value as it is. */
export function readFromText(value: unknown, types: readonly string[]): unknown {
  if (typeof value !== 'string' || types.includes('string')) return value;
  for (const type of types) {
    const read = readAs(value, type);
    if (read !== undefined) return read;
  }
  return value;
}

function readAs(text: string, type: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'null') return text === '' ? null : undefined;
  if (type !== 'number' && type !== 'integer') return undefined;
  const number = text === '' ? Number.NaN : Number(text);
  // "Infinity" and "1e400" are told apart later, by what is said of them.
  return Number.isNaN(number) || (type === 'integer' && Number.isFinite(number) && !Number.isInteger(number))
    ? undefined
    : number;
}
