export { openWebhooks } from './open-webhooks.ts';
export type { JudgeUrl, Webhooks } from './module.ts';
export { verifyWebhooks, webhookModule } from './webhook-module.ts';
export { MESSAGE_SECRET } from './fan-out/plan-messages.ts';
export { ENDPOINT_SECRET } from './signing/make-secret.ts';
export { ENDPOINT_HEADERS } from './signing/message-headers.ts';
