import type { Input, Operations, Webhook } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import { findEndpoint } from './endpoints.queries.ts';
import type { Webhooks } from '../module.ts';
import { replyWebhook } from './present-webhook.ts';
import { webhookNotFound } from './webhook-not-found.ts';
import { promoteNext, secretsAt } from '../signing/secrets-at.ts';
import { lockSecrets, readSecrets, writeSecrets } from '../signing/secrets.queries.ts';

/** Puts the waiting secret in the primary's place, which signs on as the previous one until the overlap is over. */
export async function promoteWebhookSecret(
  { params }: Input<Operations['promoteWebhookSecret']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<Webhook>> {
  const { tenant } = call;
  return effect(module, call, {
    work: async (tx) => {
      if (!(await lockSecrets(tx, tenant, params.id))) throw webhookNotFound(params.id);
      const now = module.world.systemNow();
      const standing = secretsAt(await readSecrets(tx, tenant, params.id), now);
      if (!standing.some(({ role }) => role === 'next')) throw nothingWaits();
      await writeSecrets(tx, tenant, { endpointId: params.id, secrets: promoteNext(standing, now), now });
      const record = await findEndpoint(tx, tenant, params.id);
      if (!record) throw webhookNotFound(params.id);
      return replyWebhook(record, now);
    },
  });
}

function nothingWaits(): Failure {
  return new Failure(
    'STATE_CONFLICT',
    'No secret of this endpoint waits to be promoted. Rotate first; a secret whose time has come was promoted by itself.',
    { details: { from: 'primary', to: 'primary', allowed: [] } },
  );
}
