/** What stands where the path has names; null where it does not fit. */
export function paramsOf(
  names: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | null {
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const part = readPart(parts[at] ?? '');
    if (part === null) return null;
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name !== part) return null;
  }
  return params;
}

/** Null for what no address is made of: a % without its two digits. */
function readPart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
