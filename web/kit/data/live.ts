import { signal } from '@preact/signals';
import { concernsOf } from './live-kinds.ts';
import { openStream } from './open-stream.ts';
import { queries } from './queries.ts';

/** Whether what changes elsewhere is heard of: `gone` asks again every minute instead. */
export const live = signal<'off' | 'opening' | 'on' | 'gone'>('off');

/** News that come together are asked about once. */
const TOGETHER_MS = 150;
const ASK_EVERY_MS = 60_000;
const BACK_AFTER_MS = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000];

/** Hears what changes for the shop and mode that are shown, and asks again for what the pages show of it; the answer ends it. */
export function watchLive(headers: Readonly<Record<string, string>>): () => void {
  const ended = new AbortController();
  const told = collectNews(ended.signal);
  let lastId: string | null = null;
  let stream: AbortController | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function listen(): Promise<void> {
    // A tab that nobody sees listens to nothing; it hears what it missed once it is seen again.
    if (ended.signal.aborted || document.hidden || stream) return;
    const own = new AbortController();
    stream = own;
    if (live.value !== 'gone') live.value = 'opening';
    const openedAt = Date.now();
    const isFirst = lastId === null && failures === 0;
    await openStream('/v1/live', { headers, lastId, signal: own.signal }, (event) => {
      failures = 0;
      live.value = 'on';
      lastId = event.id === '' ? lastId : event.id;
      if (event.name === 'change') told.hear(event.data);
      // Who begins asks again only for what was read before.
      else if (event.name === 'resync') told.all(isFirst ? openedAt : Infinity);
    }).catch(() => undefined);
    stream = null;
    if (ended.signal.aborted || own.signal.aborted) return;
    live.value = 'gone';
    timer = setTimeout(() => void listen(), BACK_AFTER_MS[failures] ?? ASK_EVERY_MS);
    failures += 1;
  }
  function onSight(): void {
    clearTimeout(timer);
    if (document.hidden) stream?.abort();
    else void listen();
  }

  const asking = setInterval(() => {
    if (live.value === 'gone' && !document.hidden) told.all(Infinity);
  }, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', onSight);
  addEventListener('online', onSight);
  void listen();
  return () => {
    ended.abort();
    stream?.abort();
    clearTimeout(timer);
    clearInterval(asking);
    document.removeEventListener('visibilitychange', onSight);
    removeEventListener('online', onSight);
    live.value = 'off';
  };
}

/** Gathers what is told and asks for all of it at once. */
function collectNews(ended: AbortSignal): {
  readonly hear: (data: string) => void;
  /** Everything that was read before a moment. */
  readonly all: (beforeMs: number) => void;
} {
  const kinds = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  ended.addEventListener('abort', () => clearTimeout(timer));
  function ask(): void {
    timer = undefined;
    const heard = [...kinds];
    kinds.clear();
    void queries.invalidateQueries({
      predicate: ({ queryKey: [operation] }) =>
        heard.some((kind) => concernsOf(kind).test(String(operation))),
    });
  }
  return {
    hear(data) {
      const { kind } = JSON.parse(data) as { readonly kind?: unknown };
      if (typeof kind !== 'string') return;
      kinds.add(kind);
      timer ??= setTimeout(ask, TOGETHER_MS);
    },
    all: (beforeMs) =>
      void queries.invalidateQueries({
        predicate: ({ state }) => state.dataUpdatedAt > 0 && state.dataUpdatedAt < beforeMs,
      }),
  };
}
