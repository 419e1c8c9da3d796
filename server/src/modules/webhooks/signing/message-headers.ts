/** The vault's purpose for an endpoint's own headers. */
export const ENDPOINT_HEADERS = 'webhook-headers';

/** Which attempt of which delivery is sent. */
export type SentDelivery = { readonly deliveryId: string; readonly event: string; readonly number: number };

/** What is the same in every attempt. */
export const BODY_HEADERS = Object.freeze({ 'content-type': 'application/json' });

/** The headers of an attempt that follow from the delivery alone. */
export function fixedHeaders(sent: SentDelivery): Record<string, string> {
  return { ...BODY_HEADERS, ...deliveryHeaders(sent) };
}

/** Those of them that are its own; ids, kinds and numbers are ours. */
export function deliveryHeaders({ deliveryId, event, number }: SentDelivery): Record<string, string> {
  return {
    'x-service-event': event,
    'x-service-delivery': deliveryId,
    'x-service-attempt': String(number),
  };
}

/** Headers as lines of a request. */
export function linesOf(headers: Readonly<Record<string, string>>): string {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`;
  return lines;
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
  'traceparent',
  'tracestate',
]);
