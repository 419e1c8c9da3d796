/** A code that a phone dials, `*715*1234#`; null for anything else, which is never put into a link. */
export function ussdCode(text: string | null): string | null {
  return text !== null && /^[*#][\d*#]{1,60}#$/.test(text) ? text : null;
}

/** The link that dials it: `#` would end the number. */
export function ussdLink(code: string): string {
  return `tel:${code.replaceAll('#', '%23')}`;
}
