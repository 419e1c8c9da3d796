import { isId } from '@cottontree/contract';
import type { Violation } from '../../kernel/call/failure.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { findEndpoint } from './endpoints/endpoints.queries.ts';
import { findMessage } from './log/messages.queries.ts';
import { readKey } from './log/read-key.ts';
import type { Webhooks } from './module.ts';
import { webhookLoops } from './open-webhooks.ts';
import { overviewOfWebhooks } from './overview.ts';
import { webhookChecks } from './verify-webhooks.queries.ts';
import * as operations from './operations.ts';

/** The endpoint or message of an id. */
async function searchWebhooks({ store }: Webhooks, question: SearchQuestion): Promise<SearchShare> {
  if (!question.may('webhooks:read')) return { searched: [], results: [] };
  const { tenant, text } = question;
  const runner = store.reads(tenant, 'point');
  const key = readKey('msg_', text);
  const endpoint = isId('we_', text) ? await findEndpoint(runner, tenant, text) : undefined;
  const message = key ? await findMessage(runner, tenant, key) : undefined;
  return {
    searched: ['webhook_endpoint', 'webhook_message'],
    results: [
      ...(endpoint
        ? [
            {
              kind: 'webhook_endpoint' as const,
              id: endpoint.id,
              parent_id: null,
              title: endpoint.description ?? endpoint.url,
              subtitle: endpoint.url,
              status: endpoint.status,
              matched: 'id' as const,
            },
          ]
        : []),
      ...(message
        ? [
            {
              kind: 'webhook_message' as const,
              id: message.id,
              parent_id: null,
              title: message.event,
              subtitle: joined(message.entity),
              status: null,
              matched: 'id' as const,
            },
          ]
        : []),
    ],
  };
}

export const webhookModule = moduleOf<Webhooks>()({
  operations,
  loops: webhookLoops,
  overview: overviewOfWebhooks,
  search: searchWebhooks,
  verify: verifyWebhooks,
  close: (module) => module.close(),
});

/** What is promised of messages, their deliveries and attempts and does not hold in the data of any merchant. */
export async function verifyWebhooks(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, webhookChecks);
}
