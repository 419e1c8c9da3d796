import { effect, type EffectCall } from '../core/effect.ts';
import { keepAnswer } from '../core/idempotency.queries.ts';
import { sealReply } from '../core/kept-answer.ts';
import { awaitFirstAnswer, type Begun } from '../core/outside-effect.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Tenant } from '../core/tenant.ts';
import type { Runner } from '../store/index.ts';
import type { Payments } from './open-payments.ts';

export type AskedWrite<T> = {
  /** Writes what is to be asked for and answers with its id. */
  readonly write: (runner: Runner) => Promise<string>;
  /** Asks the provider and answers how it stands then; `first`: by the request that wrote it, else where that was cut short. */
  readonly ask: (id: string, first: boolean) => Promise<T>;
};

/** A request whose part here is written, but whose provider has not answered yet. */
type BegunWrite = Begun & { readonly id: string };

/** Does what a request asks exactly once where a provider takes part: it is written and committed, then asked for, and the answer kept for whoever repeats the request. */
export async function writeThenAsk<T extends object>(
  room: Payments,
  call: EffectCall & { readonly tenant: Tenant },
  { write, ask }: AskedWrite<T>,
): Promise<Reply<T>> {
  const { tenant, idempotency } = call;
  const begun = await effect<T | BegunWrite>(room, call, {
    work: async (runner) => reply({ id: await write(runner), begun_at: room.world.now().toISOString() }),
  });
  if (!isBegun(begun.data)) return { ...begun, data: begun.data };
  const first = begun.replayed !== true;
  const known = first ? null : await awaitFirstAnswer<T>(room, call, begun.data);
  if (known) return known;
  if (first) room.wake('webhooks.fanOut');
  const at = room.world.now();
  const answer: Reply<T> = { data: await ask(begun.data.id, first), at };
  if (idempotency)
    await room.store.transaction(tenant, (tx) =>
      keepAnswer(tx, tenant, { key: idempotency.key, answer: sealReply(room.vault, answer, at) }),
    );
  return first ? answer : { ...answer, replayed: true };
}

function isBegun(data: object): data is BegunWrite {
  return 'begun_at' in data;
}
