import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { EventFeed, EventSink, ServerEvent } from '../kernel/running/event-feed.ts';
import { Failure } from '../kernel/call/failure.ts';
import { createPlaces } from '../kernel/running/places.ts';
import type { AdmittedRequest } from './admitted-request.ts';

/** Streams of events that are open on this node. */
export type EventStreams = {
  /** Answers with a stream until its feed ends, the listener goes, or its time is over. */
  readonly open: (
    reply: FastifyReply,
    wanted: Pick<AdmittedRequest, 'sharesOf'> & { readonly feed: EventFeed; readonly isAllowed?: IsAllowed },
  ) => FastifyReply;
  readonly count: () => number;
  /** Ends all of them; listeners connect again, elsewhere. */
  readonly endAll: () => void;
};

/** Whether who listens still may; throws while that cannot be told. */
export type IsAllowed = () => Promise<boolean>;

export type EventStreamLimits = {
  readonly perOwnerMax: number;
  readonly perGroupMax: number;
  readonly perNodeMax: number;
  readonly heartbeatMs: number;
  /** How often it is asked whether a listener still may; a revoked key hears nothing 5 seconds later. */
  readonly askEveryMs: number;
  readonly lifeMs: number;
};

const LIMITS: EventStreamLimits = {
  perOwnerMax: 10,
  perGroupMax: 1_000,
  perNodeMax: 2_000,
  heartbeatMs: 15_000,
  askEveryMs: 2_000,
  lifeMs: 600_000,
};
/** When a listener that lost its stream tries again. */
const RETRY_MS = 3_000;
/** Who reads slower than this much behind connects again and gets the newest. */
const BACKLOG_BYTES_MAX = 262_144;

/** Keeps count of the streams on this node, so that one owner, or all together, cannot use it up. */
export function createEventStreams(limits: EventStreamLimits = LIMITS): EventStreams {
  const open = new Set<Readable>();
  const sharesMax = {
    owner: { key: limits.perOwnerMax, visitor: limits.perOwnerMax },
    group: limits.perGroupMax,
  };
  const places = createPlaces({
    perNodeMax: limits.perNodeMax,
    full: (max) =>
      new Failure(
        'SERVICE_UNAVAILABLE',
        `This node has the ${max} event streams it can keep open. Try again in a few seconds, or ask now and then.`,
        { retryAfterSeconds: 5 },
      ),
    enough: (max) =>
      new Failure(
        'RATE_LIMITED',
        `There are already ${max} event streams open for this key, merchant or page. Close one, or ask now and then.`,
        { retryAfterSeconds: 15 },
      ),
  });

  return {
    open(reply, { sharesOf, feed, isAllowed }) {
      const leave = places.take(sharesOf(sharesMax));
      const stream = startStream(feed, limits);
      open.add(stream);
      const asking = isAllowed && askAgain(stream, isAllowed, limits.askEveryMs);
      stream.once('close', () => {
        clearInterval(asking);
        open.delete(stream);
        leave();
      });
      return reply
        .code(200)
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
    count: places.taken,
    endAll() {
      for (const stream of open) stream.push(null);
    },
  };
}

/** Ends a stream once its listener may not listen any more. */
function askAgain(stream: Readable, isAllowed: IsAllowed, everyMs: number): NodeJS.Timeout {
  return setInterval(
    () =>
      void isAllowed().then(
        (allowed) => allowed || stream.destroyed || stream.push(null),
        () => undefined,
      ),
    everyMs,
  );
}

/** The bytes of one stream: what its feed sends, heartbeats where that is nothing, and an end. */
export function startStream(
  feed: EventFeed,
  { heartbeatMs, lifeMs }: Pick<EventStreamLimits, 'heartbeatMs' | 'lifeMs'>,
): Readable {
  const stream = new Readable({ read: () => undefined });
  let quiet = true;
  let ended = false;
  const write = (text: string): void => {
    if (ended || stream.destroyed) return;
    quiet = false;
    stream.push(text);
    if (stream.readableLength > BACKLOG_BYTES_MAX) stream.destroy();
  };
  const sink: EventSink = {
    send: (event) => write(textOf(event)),
    end() {
      if (ended || stream.destroyed) return;
      ended = true;
      stream.push(null);
    },
  };
  write(`retry: ${RETRY_MS}\n\n`);
  const fed = feed(sink);
  const heartbeat = setInterval(() => {
    quiet = true;
    fed.beat();
    if (quiet) write(':\n\n');
  }, heartbeatMs);
  const life = setTimeout(sink.end, lifeMs);
  stream.once('close', () => {
    clearInterval(heartbeat);
    clearTimeout(life);
    fed.stop();
  });
  return stream;
}

function textOf({ name, id, data }: ServerEvent): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `event: ${name}\nid: ${id}\n${lines.join('')}\n`;
}
