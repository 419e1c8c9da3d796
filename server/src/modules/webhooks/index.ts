export { openWebhooks } from './open-webhooks.ts';
export type { JudgeUrl, Webhooks } from './module.ts';
export { verifyWebhooks } from './verify-webhooks.ts';
export { MESSAGE_SECRET } from './plan-messages.ts';
export { ENDPOINT_HEADERS, ENDPOINT_SECRET } from './send/endpoint-cache.ts';
export { webhookModule } from './webhook-module.ts';
