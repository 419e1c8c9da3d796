import type { Context } from '../../kernel/call/context.ts';
import type { Figure } from '../../kernel/running/figure.ts';
import type { FeedWatch } from './feed/watch-feed.ts';
import type { LiveWatch } from './live/watch-live.ts';
import type { EndpointCache } from './send/endpoint-cache.ts';
import type { Sender } from './send/sender.ts';
import type { Upkeep } from './send/upkeep.ts';

/** What the operations and loops of webhooks share. */
export type Webhooks = Context & {
  readonly judgeUrl: JudgeUrl;
  /** Endpoints made ready for sending. */
  readonly endpoints: EndpointCache;
  readonly sender: Pick<Sender, 'turn' | 'settled' | 'heartbeat'>;
  readonly fanOut: () => Promise<number>;
  readonly upkeep: Upkeep;
  /** Tells who waits for an endpoint's messages that there are some. */
  readonly feedWatch: FeedWatch;
  /** Tells who listens what changes. */
  readonly liveWatch: LiveWatch;
  /** Does a batch of the jobs that send deliveries again. */
  readonly recover: () => Promise<number>;
  /** Writes down how rotations went on by time. */
  readonly settleSecrets: () => Promise<number>;
  /** Adds the attempts counted in memory to their hours. */
  readonly writeCounter: () => Promise<number>;
  /** Warns of endpoints that have failed for long, and disables them in the end. */
  readonly watchFailing: () => Promise<number>;
  /** Looks how long facts and messages wait. */
  readonly watchBacklog: () => Promise<number>;
  /** Numbers for whoever watches the service. */
  readonly figures: () => readonly Figure[];
  /** Ends sending: waits a while for what is under way and gives the rest back. After the loops have stopped. */
  readonly close: () => Promise<void>;
};

/** Why a URL cannot be registered, as a sentence; null when it can. */
export type JudgeUrl = (
  url: string,
  mode: { readonly livemode: boolean },
) => Promise<{ readonly reason: string } | null>;
