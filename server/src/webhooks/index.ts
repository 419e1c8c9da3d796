export { openWebhooks, webhookLoops, type Webhooks } from './open-webhooks.ts';
export * as webhookOperations from './operations.ts';
