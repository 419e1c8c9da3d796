import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { AFTER_ALL_IDS, type FeedPosition } from '../feed/feed-cursor.ts';
import { headOfMessages, newsAfter, type NewsRow } from './live.queries.ts';

/** What one listener hears of its merchant and mode. */
export type LiveListener = {
  readonly tenant: Tenant;
  readonly hear: (news: readonly NewsRow[]) => void;
  /** More happened than is told one by one; nothing up to the position is told any more. */
  readonly resync: (position: FeedPosition) => void;
};

export type LiveWatch = Disposable & {
  /** Tells everything after the position from here on; the answer ends it. */
  readonly watch: (listener: LiveListener, after: FeedPosition) => () => void;
  /** Where somebody begins who wants nothing of before. */
  readonly head: () => Promise<FeedPosition>;
  /** Something was queued, on this node or another. */
  readonly newsCame: () => void;
};

/** The longest that news stay unheard where the word of them was lost. */
const LOOK_EVERY_MS = 500;
const LOOK_APART_MS = 40;
/** What one merchant is told one by one of a single look; who missed more asks again instead. */
export const NEWS_MAX = 500;

type Listening = LiveListener & { after: FeedPosition };

/** One look for all who listen on this node, when news came or time has passed. It rests while nobody listens. */
export function createLiveWatch({ store, log }: Pick<Context, 'store' | 'log'>): LiveWatch {
  const listeners = new Set<Listening>();
  const head = async (): Promise<FeedPosition> => ({
    at: await headOfMessages(store.system),
    id: AFTER_ALL_IDS,
  });
  let timer: NodeJS.Timeout | null = null;
  let looking = false;
  let news = false;
  let closed = false;

  function lookIn(ms: number): void {
    if (timer) clearTimeout(timer);
    timer = closed || looking || listeners.size === 0 ? null : setTimeout(() => void look(), ms);
  }

  async function look(): Promise<void> {
    looking = true;
    news = false;
    try {
      await tellAll([...listeners]);
    } catch (error) {
      log.warn({ error }, 'News could not be looked for and are looked for again.');
    } finally {
      looking = false;
      lookIn(news ? LOOK_APART_MS : LOOK_EVERY_MS);
    }
  }

  async function tellAll(all: readonly Listening[]): Promise<void> {
    const groups = groupsOf(all);
    const found = await newsAfter(
      store.system,
      groups.map((group) => ({ tenant: group[0].tenant, after: earliestOf(group) })),
      NEWS_MAX + 1,
    );
    const end = found.some((rows) => rows.length > NEWS_MAX) ? await head() : null;
    for (const [place, group] of groups.entries())
      for (const listener of group) tellOne(listener, found[place] ?? [], end);
  }

  return {
    watch(listener, after) {
      const listening: Listening = { ...listener, after };
      listeners.add(listening);
      if (!looking) lookIn(LOOK_APART_MS);
      return () => void listeners.delete(listening);
    },
    head,
    newsCame() {
      if (news || listeners.size === 0) return;
      news = true;
      if (!looking) lookIn(LOOK_APART_MS);
    },
    [Symbol.dispose]() {
      closed = true;
      lookIn(0);
      listeners.clear();
    },
  };
}

type Group = readonly [Listening, ...Listening[]];

function groupsOf(all: readonly Listening[]): readonly Group[] {
  const groups = new Map<string, [Listening, ...Listening[]]>();
  for (const listener of all) {
    const name = `${listener.tenant.merchantId} ${listener.tenant.livemode}`;
    const group = groups.get(name);
    if (group) group.push(listener);
    else groups.set(name, [listener]);
  }
  return [...groups.values()];
}

function earliestOf([first, ...others]: Group): FeedPosition {
  return others.reduce((earliest, { after }) => (isAfter(earliest, after) ? after : earliest), first.after);
}

function tellOne(listener: Listening, rows: readonly NewsRow[], end: FeedPosition | null): void {
  if (rows.length > NEWS_MAX && end) {
    listener.after = end;
    listener.resync(end);
    return;
  }
  const fresh = rows.filter((row) => isAfter({ at: row.created_at, id: row.id }, listener.after));
  const last = fresh.at(-1);
  if (!last) return;
  listener.after = { at: last.created_at, id: last.id };
  listener.hear(fresh);
}

function isAfter(one: FeedPosition, other: FeedPosition): boolean {
  const ms = one.at.getTime() - other.at.getTime();
  return ms === 0 ? one.id > other.id : ms > 0;
}
