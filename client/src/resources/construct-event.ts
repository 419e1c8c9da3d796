import { verifyWebhook, type HeaderSource, type WebhookEvent } from '../webhooks.ts';

/** The event of a webhook request whose signature is right under the secret, or one of several; else it throws `WebhookVerificationError`. */
export function constructEvent(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
): Promise<WebhookEvent> {
  return verifyWebhook({ body, headers, secrets: typeof secret === 'string' ? [secret] : secret });
}
