import type { Input, NewWebhook, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { effect, orFirstAnswer } from '../core/effect.ts';
import { Failure } from '../core/failure.ts';
import { reply, type Reply } from '../core/reply.ts';
import { insertEndpoint, lockEndpoints, type EndpointFields } from './endpoints.queries.ts';
import { makeSecret } from './make-secret.ts';
import type { Webhooks } from './open-webhooks.ts';
import { idMaker } from './plan-messages.ts';
import { presentWebhook } from './present-webhook.ts';
import { readEndpoint } from './read-endpoint.ts';

const ENDPOINTS_MAX = 20;

/** Registers an endpoint in the caller's mode; the answer shows its signing secret, once. */
export async function createWebhook(
  { body }: Input<Operations['createWebhook']>,
  call: Call,
  room: Webhooks,
): Promise<Reply<NewWebhook>> {
  const { tenant } = call;
  const judged = await orFirstAnswer<EndpointFields, NewWebhook>(room, call, () =>
    readEndpoint(body, call, { room }),
  );
  if ('answer' in judged) return judged.answer;
  const { fresh: fields } = judged;

  return effect(room, call, {
    work: async (tx) => {
      await lockEndpoints(tx, tenant);
      const now = room.world.systemNow();
      const id = idMaker(room, now)('we_');
      const { secret, stored } = makeSecret(room, now);
      const made = await insertEndpoint(tx, tenant, {
        ...fields,
        id,
        created_at: now,
        secret_id: stored.id,
        secret: stored.sealed,
        endpoints_max: ENDPOINTS_MAX,
      });
      if (!made) throw tooManyEndpoints();
      return reply({ ...presentWebhook(made, now), secret }, { version: String(made.version) });
    },
  });
}

function tooManyEndpoints(): Failure {
  return new Failure(
    'TOO_MANY_ENDPOINTS',
    `There are ${ENDPOINTS_MAX} webhook endpoints already. Delete one that is not needed and try again.`,
    { details: { endpoints_max: ENDPOINTS_MAX } },
  );
}
