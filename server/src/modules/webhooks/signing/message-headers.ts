/** The vault's purpose for an endpoint's own headers. */
export const ENDPOINT_HEADERS = 'webhook-headers';

/** Which attempt of which delivery is sent. */
export type SentDelivery = { readonly deliveryId: string; readonly event: string; readonly number: number };

/** The headers of an attempt that follow from the delivery alone. */
export function fixedHeaders(sent: SentDelivery): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-service-event': sent.event,
    'x-service-delivery': sent.deliveryId,
    'x-service-attempt': String(sent.number),
  };
}

/** The same as lines of a request, but for the type of the body, which no attempt has otherwise. Ids and kinds are our own. */
export function fixedLines({ deliveryId, event, number }: SentDelivery): string {
  return `x-service-event: ${event}\r\nx-service-delivery: ${deliveryId}\r\nx-service-attempt: ${number}\r\n`;
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
