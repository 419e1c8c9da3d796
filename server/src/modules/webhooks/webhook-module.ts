import { moduleOf } from '../../kernel/call/module.ts';
import type { Violation } from '../../kernel/call/failure.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { webhookLoops } from './open-webhooks.ts';
import type { Webhooks } from './module.ts';
import * as operations from './operations.ts';
import { overviewOfWebhooks } from './overview.ts';
import { searchWebhooks } from './search.ts';
import { webhookChecks } from './verify-webhooks.queries.ts';

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
