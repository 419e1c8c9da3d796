import type { JudgeUrl, Webhooks } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import type { Planner } from '../../outbox/index.ts';
import { createFanOut } from './fan-out/fan-out.ts';
import { createFeedWatch } from './feed/watch-feed.ts';
import { createBacklogWatch } from './health/backlog-watch.ts';
import { createOutcomeCounter } from './health/outcome-counter.ts';
import { createFailingWatch } from './health/warn-failing.ts';
import { createCounterWriter } from './health/write-counter.ts';
import { createLiveWatch } from './live/watch-live.ts';
import { createRecovery } from './recovery/work-on-jobs.ts';
import { createSecretSettler } from './signing/settle-secrets.ts';
import { createEndpointCache } from './send/endpoint-cache.ts';
import { createMessageCache } from './send/message-cache.ts';
import { Sender } from './send/sender.ts';
import { createSweeps, createUpkeep } from './send/upkeep.ts';

/** Senders of other nodes look for work when they hear this. */
const CHANNEL = 'cottontree_webhooks';
/** Of messages that are sent now or soon: some ten thousand of them. */
const MESSAGES_KEPT_BYTES_MAX = 8 * 1_024 * 1_024;
const LOOK_EVERY_MS = 200;
const UPKEEP_EVERY_MS = 250;
const HEARTBEAT_EVERY_MS = 1_000;
const COUNT_EVERY_MS = 1_000;
const BACKLOG_EVERY_MS = 5_000;
const WATCH_EVERY_MS = 60_000;
const RECOVER_EVERY_MS = 100;
const SETTLE_SECRETS_EVERY_MS = 5_000;

export type WebhookParts = {
  readonly judgeUrl: JudgeUrl;
  /** Who else is handed each batch of facts. */ readonly planners: readonly Planner[];
};

/** Opens webhooks: the fan-out, the sender and its upkeep, none of them running yet. */
export function openWebhooks(context: Context, { judgeUrl, planners }: WebhookParts): Webhooks {
  const sweeps = createSweeps(context);
  const endpoints = createEndpointCache(context);
  const messages = createMessageCache(context, MESSAGES_KEPT_BYTES_MAX);
  const counter = createOutcomeCounter();
  const backlog = createBacklogWatch(context, counter);
  const writeCounter = createCounterWriter(context, counter);
  const sender = new Sender(context, { sweeps, endpoints, messages, counter });
  const wakeSender = (): void => {
    sender.wake();
    context.wake('webhooks.send');
  };
  const feedWatch = createFeedWatch(context);
  const liveWatch = createLiveWatch(context);
  const newsCame = (): void => {
    feedWatch.newsCame();
    liveWatch.newsCame();
  };
  const ignore = context.store.listen(CHANNEL, () => {
    wakeSender();
    newsCame();
  });
  const fanOut = createFanOut(context, {
    planners,
    messages,
    onQueued() {
      wakeSender();
      newsCame();
      context.store.notify(CHANNEL);
    },
  });

  return {
    ...context,
    judgeUrl,
    endpoints,
    sender: {
      turn: () => sender.turn(),
      settled: () => sender.settled(),
      heartbeat: () => sender.heartbeat(),
    },
    fanOut,
    upkeep: createUpkeep(context, sweeps, wakeSender),
    feedWatch,
    liveWatch,
    recover: createRecovery(context, wakeSender),
    settleSecrets: createSecretSettler(context),
    writeCounter,
    watchFailing: createFailingWatch(context),
    watchBacklog: backlog.turn,
    figures: backlog.figures,
    async close() {
      ignore();
      feedWatch[Symbol.dispose]();
      liveWatch[Symbol.dispose]();
      await sender.close();
      await writeCounter();
    },
  };
}

/** The background loops of webhooks. */
export function webhookLoops(module: Webhooks): readonly Loop[] {
  return [
    {
      name: 'webhooks.heartbeat',
      everyMs: HEARTBEAT_EVERY_MS,
      turn: () => module.sender.heartbeat().then(() => 0),
    },
    { name: 'webhooks.fanOut', everyMs: LOOK_EVERY_MS, turn: module.fanOut },
    { name: 'webhooks.send', everyMs: LOOK_EVERY_MS, turn: module.sender.turn },
    {
      name: 'webhooks.promote',
      everyMs: UPKEEP_EVERY_MS,
      dueInMs: module.upkeep.dueInMs,
      turn: module.upkeep.turn,
    },
    { name: 'webhooks.recover', everyMs: RECOVER_EVERY_MS, turn: module.recover },
    { name: 'webhooks.settleSecrets', everyMs: SETTLE_SECRETS_EVERY_MS, turn: module.settleSecrets },
    { name: 'webhooks.countOutcomes', everyMs: COUNT_EVERY_MS, turn: module.writeCounter },
    { name: 'webhooks.watchBacklog', everyMs: BACKLOG_EVERY_MS, turn: module.watchBacklog },
    { name: 'webhooks.watchFailing', everyMs: WATCH_EVERY_MS, irrevocable: true, turn: module.watchFailing },
  ];
}
