const KEY = 'ct.begun-anew';
/** So long a second time is none: two servers of different versions may answer in turns. */
const APART_MS = 60_000;

/** Begins anew at the same address where the server has other files by now than those that this page named; once, whatever comes of it. */
export function beginAnewIfNewer(): void {
  looking ??= look().finally(() => (looking = null));
}

let looking: Promise<void> | null = null;

async function look(): Promise<void> {
  const sinceMs = Date.now() - Number(sessionStorage.getItem(KEY) ?? 0);
  if (sinceMs < APART_MS || !(await isNewer())) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}

/** Whether the page as the server has it now names another script. */
async function isNewer(): Promise<boolean> {
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src');
  const headers = { accept: 'text/html' };
  const page = await fetch(location.href, { headers, cache: 'no-store' }).catch(() => null);
  if (!page?.ok || !script) return false;
  const text = await page.text().catch(() => '');
  return text.includes('<script type="module"') && !text.includes(script);
}
