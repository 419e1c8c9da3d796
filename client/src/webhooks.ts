export { verifyWebhook, WebhookVerificationError } from '@cottontree/contract/signature';
export type { HeaderSource, VerificationStep, VerifyWebhookInput, WebhookEvent } from '@cottontree/contract/signature';
