import {
  verifyWebhook as verifyWebhookAt,
  type VerifyWebhookInput as InputAt,
  type WebhookEvent,
} from '@cottontree/contract/signature';

export { WebhookVerificationError } from '@cottontree/contract/signature';
export type { HeaderSource, VerificationStep, WebhookEvent } from '@cottontree/contract/signature';

/** As the receiver got it; `now` is the present unless a test says otherwise. */
export type VerifyWebhookInput = Omit<InputAt, 'now'> & { readonly now?: Date };

/** Checks that a request came from Cottontree and answers its event; throws `WebhookVerificationError`, which names the step that failed. */
export function verifyWebhook(input: VerifyWebhookInput): Promise<WebhookEvent> {
  return verifyWebhookAt({ ...input, now: input.now ?? new Date() });
}
