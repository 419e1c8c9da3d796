let configured: string | null = null;

/** Says once for all widgets of the page where the Cottontree server stands, `https://pay.example.sl`. */
export function configure({ baseUrl }: { readonly baseUrl: string }): void {
  configured = baseUrl;
}

/**
 * The origin of the server: what the element says, what `configure` said, what a `<meta name="cottontree" content="…">` says,
 * or where this script comes from. Null where none of them tells.
 */
export function originOf(said: string | null, scriptUrl: string): string | null {
  const meta = document.querySelector('meta[name="cottontree"]')?.getAttribute('content') ?? null;
  for (const text of [
    said,
    configured,
    meta,
    /\/widgets\/[^/]+\/[\w-]+\.js/.test(scriptUrl) ? scriptUrl : null,
  ]) {
    const origin = text === null || text === '' ? null : webOrigin(text);
    if (origin !== null) return origin;
  }
  return null;
}

function webOrigin(text: string): string | null {
  try {
    const url = new URL(text, location.href);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : null;
  } catch {
    return null;
  }
}
