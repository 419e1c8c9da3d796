import { useEffect } from 'preact/hooks';

const KEY = 'ct.stood';
/** So long a page may take to be as long as it was. */
const GROWS_MS = 5_000;
const PAGES_MAX = 100;

/** How far down somebody stood, by address. */
const stood = new Map<string, number>(kept());
/** Where on the page that was come back to somebody stood; null: a page begins at its top. */
let backTo: number | null = isComingBack() ? (stood.get(here()) ?? null) : null;
let stop: (() => void) | null = null;

history.scrollRestoration = 'manual';
addEventListener('popstate', () => (backTo = stood.get(here()) ?? null));
addEventListener('scroll', () => stop ?? remember(), { passive: true });
addEventListener('pagehide', () => sessionStorage.setItem(KEY, JSON.stringify([...stood])));

/** A page begins at its top; whoever goes back to one stands where they stood, as soon as it is that long again. */
export function useStood(page: string): void {
  useEffect(() => {
    stop?.();
    const topPx = backTo;
    backTo = null;
    if (topPx === null) scrollTo(0, 0);
    else stop = standAt(topPx);
  }, [page]);
}

/** Goes there once the page is long enough, unless somebody moves first. */
function standAt(topPx: number): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const end = (): void => {
    ended.abort();
    stop = null;
  };
  const observer = new ResizeObserver(() => {
    scrollTo(0, topPx);
    if (Math.abs(scrollY - topPx) < 2) end();
  });
  signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(document.body);
  const timer = setTimeout(end, GROWS_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
  for (const moves of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(moves, end, { signal, passive: true });
  return end;
}

function remember(): void {
  stood.delete(here());
  stood.set(here(), scrollY);
  const [oldest] = stood.keys();
  if (stood.size > PAGES_MAX && oldest !== undefined) stood.delete(oldest);
}

function here(): string {
  return location.pathname + location.search;
}

/** By a press of back or forward from another site, or of reload. */
function isComingBack(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  return opened !== undefined && 'type' in opened && opened.type !== 'navigate';
}

function kept(): readonly (readonly [string, number])[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as readonly (readonly [string, number])[];
  } catch {
    return [];
  }
}
