import type { JudgeUrl, Webhooks } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import type { Planner } from '../../outbox/index.ts';
import { createFanOut } from './fan-out.ts';
import { createFeedWatch } from './feed/watch-feed.ts';
import { createBacklogWatch } from './health/backlog-watch.ts';
import { createTally } from './health/tally.ts';
import { createFailingWatch } from './health/warn-failing.ts';
import { createTallyWriter } from './health/write-tally.ts';
import { createRecovery } from './recovery/work-on-jobs.ts';
import { createSecretSettler } from './secrets/settle-secrets.ts';
import { createEndpointBook } from './send/endpoint-book.ts';
import { Sender } from './send/sender.ts';
import { createSweeps } from './send/sweeps.ts';
import { createUpkeep } from './send/upkeep.ts';

/** Senders of other nodes look for work when they hear this. */
const CHANNEL = 'cottontree_webhooks';
const LOOK_EVERY_MS = 200;
const UPKEEP_EVERY_MS = 250;
const GREET_EVERY_MS = 1_000;
const TALLY_EVERY_MS = 1_000;
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
  const endpoints = createEndpointBook(context);
  const tally = createTally();
  const backlog = createBacklogWatch(context, tally);
  const writeTally = createTallyWriter(context, tally);
  const sender = new Sender(context, { sweeps, endpoints, tally });
  const wakeSender = (): void => {
    sender.wake();
    context.wake('webhooks.send');
  };
  const feedWatch = createFeedWatch(context);
  const ignore = context.store.listen(CHANNEL, () => {
    wakeSender();
    feedWatch.newsCame();
  });
  const fanOut = createFanOut(context, {
    planners,
    onQueued() {
      wakeSender();
      feedWatch.newsCame();
      context.store.notify(CHANNEL);
    },
  });

  return {
    ...context,
    judgeUrl,
    endpoints,
    sender: { turn: () => sender.turn(), settled: () => sender.settled(), greet: () => sender.greet() },
    fanOut,
    upkeep: createUpkeep(context, sweeps, wakeSender),
    feedWatch,
    recover: createRecovery(context, wakeSender),
    settleSecrets: createSecretSettler(context),
    writeTally,
    watchFailing: createFailingWatch(context),
    watchBacklog: backlog.turn,
    figures: backlog.figures,
    async close() {
      ignore();
      feedWatch[Symbol.dispose]();
      await sender.close();
      await writeTally();
    },
  };
}

/** The background loops of webhooks. */
export function webhookLoops(room: Webhooks): readonly Loop[] {
  return [
    { name: 'webhooks.greet', everyMs: GREET_EVERY_MS, turn: () => room.sender.greet().then(() => 0) },
    { name: 'webhooks.fanOut', everyMs: LOOK_EVERY_MS, turn: room.fanOut },
    { name: 'webhooks.send', everyMs: LOOK_EVERY_MS, turn: room.sender.turn },
    {
      name: 'webhooks.promote',
      everyMs: UPKEEP_EVERY_MS,
      dueInMs: room.upkeep.dueInMs,
      turn: room.upkeep.turn,
    },
    { name: 'webhooks.recover', everyMs: RECOVER_EVERY_MS, turn: room.recover },
    { name: 'webhooks.settleSecrets', everyMs: SETTLE_SECRETS_EVERY_MS, turn: room.settleSecrets },
    { name: 'webhooks.tally', everyMs: TALLY_EVERY_MS, turn: room.writeTally },
    { name: 'webhooks.watchBacklog', everyMs: BACKLOG_EVERY_MS, turn: room.watchBacklog },
    { name: 'webhooks.watchFailing', everyMs: WATCH_EVERY_MS, irrevocable: true, turn: room.watchFailing },
  ];
}
