export { openWebhooks, webhookLoops, type JudgeUrl, type Webhooks } from './open-webhooks.ts';
export * as webhookOperations from './operations.ts';
export { verifyWebhooks } from './verify-webhooks.ts';
export { MESSAGE_SECRET } from './plan-messages.ts';
export { ENDPOINT_HEADERS, ENDPOINT_SECRET } from './send/endpoint-book.ts';
