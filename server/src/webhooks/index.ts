export { openWebhooks, webhookLoops, type JudgeUrl, type Webhooks } from './open-webhooks.ts';
export * as webhookOperations from './operations.ts';
export { verifyWebhooks } from './verify-webhooks.ts';
