import { operations, type Input, type Operations, type VerifyExample } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Webhooks } from '../module.ts';
import { prepareSecret, signMessage } from './sign-message.ts';

/** A request signed this moment under a secret of no endpoint, for trying a receiver's code on. */
export async function getVerifyExample(
  _input: Input<Operations['getVerifyExample']>,
  _call: Call,
  module: Webhooks,
): Promise<Reply<VerifyExample>> {
  const { secret, body, headers } = operations.getVerifyExample.example.answer;
  const signed = signMessage({
    id: headers['webhook-id'],
    timestamp: Math.floor(module.world.systemNow().getTime() / 1_000),
    body: Buffer.from(body),
    secrets: [prepareSecret('primary', secret)],
  });
  return reply({
    secret,
    body,
    headers: {
      'X-Service-Event': headers['X-Service-Event'],
      'X-Service-Signature': signed['x-service-signature'] ?? '',
      'webhook-id': headers['webhook-id'],
      'webhook-timestamp': signed['webhook-timestamp'] ?? '',
      'webhook-signature': signed['webhook-signature'] ?? '',
    },
  });
}
