import type { OutgoingRequest } from '../../../kernel/running/world.ts';
import { signMessage } from '../sign-message.ts';
import type { EndpointReceiver } from './endpoint-cache.ts';

export type ToSend = {
  readonly messageId: string;
  readonly deliveryId: string;
  readonly event: string;
  readonly number: number;
  readonly body: Buffer;
};

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

/** The headers of an attempt that follow from the delivery alone. */
export function fixedHeaders(sent: Pick<ToSend, 'deliveryId' | 'event' | 'number'>): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-service-event': sent.event,
    'x-service-delivery': sent.deliveryId,
    'x-service-attempt': String(sent.number),
  };
}

/** Headers that an endpoint cannot have of its own: HTTP's, and those that the service writes. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    RESERVED.has(lower) ||
    lower.startsWith('x-service-') ||
    lower.startsWith('webhook-') ||
    lower.startsWith('proxy-') ||
    lower.startsWith('sec-')
  );
}

const RESERVED: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'user-agent',
  'date',
  'via',
]);
