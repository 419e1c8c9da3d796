import type { Input, NewWebhook, Operations, Webhook } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { findEndpoint } from './endpoints.queries.ts';
import { makeSecret } from '../signing/make-secret.ts';
import type { Webhooks } from '../module.ts';
import { presentWebhook, replyWebhook, webhookNotFound } from './present-webhook.ts';
import { promoteNext, secretsAt } from '../signing/secrets-at.ts';
import { lockSecrets, readSecrets, writeSecrets, type StoredSecret } from '../signing/secrets.queries.ts';

const OVERLAP_HOURS_DEFAULT = 24;
const HOUR_MS = 3_600_000;
const SECRETS_MAX = 5;

/** Makes a new secret that signs beside the old one until it is promoted; without overlap it stands alone at once. */
export async function rotateWebhookSecret(
  { params, body }: Input<Operations['rotateWebhookSecret']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<NewWebhook>> {
  const { tenant } = call;
  return effect(module, call, {
    work: async (tx) => {
      if (!(await lockSecrets(tx, tenant, params.id))) throw webhookNotFound(params.id);
      const now = module.world.systemNow();
      const made = makeSecret(module, now);
      const standing = secretsAt(await readSecrets(tx, tenant, params.id), now);
      const secrets = planRotation(standing, {
        ...made.stored,
        overlap_hours: body.overlap_hours ?? OVERLAP_HOURS_DEFAULT,
      });
      await writeSecrets(tx, tenant, { endpointId: params.id, secrets, now });
      const record = await findEndpoint(tx, tenant, params.id);
      if (!record) throw webhookNotFound(params.id);
      return reply(
        { ...presentWebhook(record, now), secret: made.secret },
        { version: String(record.version) },
      );
    },
  });
}

/** The secrets with a new one; refused while another waits, or where there are as many as may be. */
function planRotation(standing: readonly StoredSecret[], made: StoredSecret): readonly StoredSecret[] {
  if (made.overlap_hours === 0) return [{ ...made, role: 'primary' }];
  const waiting = standing.find(({ role }) => role === 'next');
  if (waiting) {
    const message = `The secret ${waiting.id} waits to be promoted. Promote it first, or rotate with overlap_hours 0, which ends every secret before it.`;
    throw new Failure('STATE_CONFLICT', message, {
      details: { from: 'next', to: 'next', allowed: ['primary'], secret_id: waiting.id },
    });
  }
  if (standing.length >= SECRETS_MAX) {
    const [soonest] = standing
      .map(({ expires_at }) => expires_at?.toISOString() ?? '')
      .filter((time) => time !== '')
      .toSorted();
    const message = `${SECRETS_MAX} secrets of this endpoint sign already. The oldest ends at ${soonest ?? 'the end of its overlap'}; or rotate with overlap_hours 0, which ends every secret before it.`;
    throw new Failure('TOO_MANY_SECRETS', message, {
      details: { secrets_max: SECRETS_MAX, next_end: soonest ?? null },
    });
  }
  return [
    ...standing,
    {
      ...made,
      role: 'next',
      promotes_at: new Date(made.created_at.getTime() + made.overlap_hours * HOUR_MS),
    },
  ];
}

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
