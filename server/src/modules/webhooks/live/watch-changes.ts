import { covers, liveKinds, liveNews, liveScope, type LiveKinds } from '@cottontree/contract';
import type { Call, Caller } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { EventFeed } from '../../../kernel/running/event-feed.ts';
import type { NewsRow } from './live.queries.ts';
import type { Webhooks } from '../module.ts';
import type { FeedPosition } from '../feed/feed-cursor.ts';

/** Answers what the caller would hear of, or tells it from now on. */
export async function watchChanges(
  _input: object,
  { caller, tenant, stream }: Call,
  { liveWatch, world }: Webhooks,
): Promise<Reply<LiveKinds>> {
  const kinds = liveKinds.filter((kind) => covers(caller.scopes, liveScope(kind)));
  if (stream === null) return reply({ kinds });
  const head = await liveWatch.head();
  const seen = stream.lastEventId === null ? null : readLiveId(stream.lastEventId);
  const goesOn = seen !== null && !isExpiredAt(seen, world.systemNow());
  const feed: EventFeed = (sink) => {
    const resync = (position: FeedPosition): void =>
      sink.send({ name: 'resync', id: writeLiveId(position), data: '{}' });
    // Who was away for too long may have missed anything; who is new needs a place to go on from.
    if (!goesOn) resync(head);
    const stop = liveWatch.watch(
      {
        tenant,
        resync,
        hear(news) {
          for (const row of news) {
            const told = dataOf(row, caller);
            if (told)
              sink.send({ name: 'change', id: writeLiveId({ at: row.created_at, id: row.id }), data: told });
          }
        },
      },
      goesOn ? seen : head,
    );
    return { beat: () => undefined, stop };
  };
  return reply({ kinds }, { events: feed });
}

function dataOf({ event, entity }: NewsRow, { scopes }: Caller): string | null {
  const news = liveNews(event);
  if (!news || !covers(scopes, news.scope)) return null;
  return JSON.stringify({ kind: news.kind, id: entity, change: news.change });
}

/** For how long a listener that was away is told what it missed. */
const KEPT_MS = 3_600_000;
const TEXT = /^(\d{1,15})\.([a-z0-9_]{0,40})$/;

/** The id of an event of the stream, by which its listener goes on from it on any node. */
function writeLiveId({ at, id }: FeedPosition): string {
  return `${at.getTime()}.${id}`;
}

/** Null for what `writeLiveId` did not make. */
function readLiveId(text: string): FeedPosition | null {
  const [, at, id] = TEXT.exec(text) ?? [];
  if (at === undefined || id === undefined || Number(at) > Date.UTC(9999, 11, 31)) return null;
  return { at: new Date(Number(at)), id };
}

function isExpiredAt({ at }: FeedPosition, now: Date): boolean {
  return at.getTime() < now.getTime() - KEPT_MS;
}
