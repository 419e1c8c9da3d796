import type { OutgoingRequest } from '../../../kernel/running/world.ts';
import { signMessage } from '../signing/sign-message.ts';
import { fixedHeaders, type SentDelivery } from '../signing/message-headers.ts';
import type { EndpointReceiver } from './endpoint-cache.ts';

export type ToSend = SentDelivery & { readonly messageId: string; readonly body: Buffer };

export type MadeRequest = {
  readonly request: OutgoingRequest;
  readonly signatures: Readonly<Record<string, string>>;
};

/** The POST of one attempt, signed for its moment; the endpoint's own headers can replace none of ours. */
export function makeRequest(
  sent: ToSend,
  receiver: EndpointReceiver,
  { at, deadlineMs }: { readonly at: Date; readonly deadlineMs: number },
): MadeRequest {
  const { 'webhook-id': id, ...signatures } = signMessage({
    id: sent.messageId,
    timestamp: Math.floor(at.getTime() / 1_000),
    body: sent.body,
    secrets: receiver.secretsAt(at),
  });
  const headers = {
    ...receiver.headers,
    ...fixedHeaders(sent),
    ...signatures,
    'webhook-id': id ?? sent.messageId,
  };
  return { request: { url: receiver.url, method: 'POST', headers, body: sent.body, deadlineMs }, signatures };
}
