import { moduleOf } from '../../kernel/call/module.ts';
import { webhookLoops } from './open-webhooks.ts';
import type { Webhooks } from './module.ts';
import * as operations from './operations.ts';
import { overviewOfWebhooks } from './overview.ts';
import { searchWebhooks } from './search.ts';
import { verifyWebhooks } from './verify-webhooks.ts';

export const webhookModule = moduleOf<Webhooks>()({
  operations,
  loops: webhookLoops,
  overview: overviewOfWebhooks,
  search: searchWebhooks,
  verify: verifyWebhooks,
  close: (module) => module.close(),
});
