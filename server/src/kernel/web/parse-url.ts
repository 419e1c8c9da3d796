/** The address that a text is, or null. Node 20's own `URL.canParse` says no to addresses with an ö in them once it is optimised. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
