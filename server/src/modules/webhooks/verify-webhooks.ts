import type { Violation } from '../../kernel/call/violation.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { webhookChecks } from './verify-webhooks.queries.ts';

/** What is promised of messages, their deliveries and attempts and does not hold in the data of any merchant. */
export async function verifyWebhooks(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, webhookChecks);
}
