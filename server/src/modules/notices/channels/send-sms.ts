import type { OutgoingRequest, OutgoingResult, World } from '../../../kernel/running/world.ts';
import type { SmsGateway } from '../notice-options.ts';
import { fill } from '../render-text.ts';
import { outcomeOfStatus, type ChannelOutcome, type PhoneMessage } from './outcome.ts';

/** How long a gateway may take. */
export const gatewayTimeoutMs = 10_000;
const PROVIDER_ID_MAX = 128;

/** Hands a text to the operator's gateway: by GET where the URL has placeholders, else by POST with JSON. */
export async function sendSms(
  world: Pick<World, 'send'>,
  gateway: SmsGateway,
  message: PhoneMessage,
): Promise<ChannelOutcome> {
  const result = await world.send(requestFor(gateway, message));
  if (result.status === null) return { kind: 'unsure', reason: result.error ?? 'connect' };
  return outcomeOfStatus(result.status, () => providerIdIn(result));
}

function requestFor(
  { url, body, authorization, sender }: SmsGateway,
  { id, to, text }: PhoneMessage,
): OutgoingRequest {
  const words = { id, to, text, from: sender };
  const headers = { 'idempotency-key': id, ...(authorization === null ? {} : { authorization }) };
  const inUrl = Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, encodeURIComponent(value)]),
  );
  if (/\{(?:to|text)\}/.test(url))
    return {
      url: fill(url, inUrl),
      method: 'GET',
      headers,
      body: Buffer.alloc(0),
      deadlineMs: gatewayTimeoutMs,
    };
  const inJson = Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, JSON.stringify(value).slice(1, -1)]),
  );
  return {
    url: fill(url, inUrl),
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: Buffer.from(fill(body, inJson)),
    deadlineMs: gatewayTimeoutMs,
  };
}

/** Gateways name it differently, if they tell it at all. */
function providerIdIn({ body }: OutgoingResult): string | null {
  try {
    const answer = JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>> | null;
    const id = answer?.['id'] ?? answer?.['message_id'] ?? answer?.['messageId'];
    return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, PROVIDER_ID_MAX) : null;
  } catch {
    return null;
  }
}
