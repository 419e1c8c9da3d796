import type { Context } from '../core/context.ts';
import type { Loop } from '../core/loop.ts';
import { createFanOut } from './fan-out.ts';
import { createEndpointBook, type EndpointBook } from './send/endpoint-book.ts';
import { Sender } from './send/sender.ts';
import { createSweeps } from './send/sweeps.ts';
import { createUpkeep } from './send/upkeep.ts';

/** Why a URL cannot be registered, as a sentence; null when it can. */
export type JudgeUrl = (url: string, mode: { readonly livemode: boolean }) => Promise<{ readonly reason: string } | null>;

/** What the operations and loops of webhooks share. */
export type Webhooks = Context & {
  readonly judgeUrl: JudgeUrl;
  /** Endpoints made ready for sending. */
  readonly endpoints: EndpointBook;
  readonly sender: Pick<Sender, 'turn' | 'settled'>;
  readonly fanOut: () => Promise<number>;
  readonly upkeep: () => Promise<number>;
  /** Ends sending: waits a while for what is under way and gives the rest back. After the loops have stopped. */
  readonly close: () => Promise<void>;
};

/** Senders of other nodes look for work when they hear this. */
const CHANNEL = 'cottontree_webhooks';
const LOOK_EVERY_MS = 200;
const UPKEEP_EVERY_MS = 250;

/** Opens webhooks: the fan-out, the sender and its upkeep, none of them running yet. */
export function openWebhooks(context: Context, { judgeUrl }: { readonly judgeUrl: JudgeUrl }): Webhooks {
  const sweeps = createSweeps(context);
  const endpoints = createEndpointBook(context);
  const sender = new Sender(context, { sweeps, endpoints });
  const wakeSender = (): void => {
    sender.wake();
    context.wake('webhooks.send');
  };
  const ignore = context.store.listen(CHANNEL, wakeSender);
  const fanOut = createFanOut(context, () => {
    wakeSender();
    context.store.notify(CHANNEL);
  });

  return {
    ...context,
    judgeUrl,
    endpoints,
    sender: { turn: () => sender.turn(), settled: () => sender.settled() },
    fanOut,
    upkeep: createUpkeep(context, sweeps, wakeSender),
    async close() {
      ignore();
      await sender.close();
    },
  };
}

/** The background loops of webhooks. */
export function webhookLoops(room: Webhooks): readonly Loop[] {
  return [
    { name: 'webhooks.fanOut', everyMs: LOOK_EVERY_MS, turn: room.fanOut },
    { name: 'webhooks.send', everyMs: LOOK_EVERY_MS, turn: room.sender.turn },
    { name: 'webhooks.promote', everyMs: UPKEEP_EVERY_MS, turn: room.upkeep },
  ];
}
