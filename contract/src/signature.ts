/** One event as a receiver gets it: the parsed body of a webhook request. */
export type WebhookEvent = {
  readonly event: string;
  readonly livemode: boolean;
  /** Unix time in seconds. */
  readonly created: number;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
};

/** Which check a request failed, in the order in which they are made. */
export type VerificationStep = 'body' | 'secret' | 'headers' | 'timestamp' | 'signature' | 'content';

/** Thrown by `verifyWebhook`; `step` says which check failed, `message` what to do about it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly step: VerificationStep;
  constructor(step: VerificationStep, message: string) {
    super(message);
    this.step = step;
  }
}

/** A `Headers` object, or a plain object as node:http gives it; names in any case. */
export type HeaderSource =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyWebhookInput = {
  readonly headers: HeaderSource;
  /** The raw request body, byte for byte as it came; never parsed and written again. */
  readonly body: string | Uint8Array;
  /** Every secret that is valid now: during a rotation, the old one and the new one. */
  readonly secrets: readonly string[];
  /** How far `webhook-timestamp` may lie from `now`, either way; default 300. */
  readonly toleranceSeconds?: number;
  readonly now: Date;
  /** Refuse a request that carries only the untimed `X-Service-Signature`, which can be replayed; default false. */
  readonly requireTimestamp?: boolean;
};

/**
 * Checks a webhook request by its `webhook-signature`, or without one by its `X-Service-Signature`, and returns its event;
 * throws `WebhookVerificationError`. Runs in Node 20 and newer, browsers and edge runtimes.
 */
export async function verifyWebhook(input: VerifyWebhookInput): Promise<WebhookEvent> {
  const body = readBody(input.body);
  requireSecrets(input.secrets);
  const read = headerReader(input.headers);
  if (read('webhook-signature') !== null) await verifyStandard({ ...input, body }, read);
  else if (input.requireTimestamp === true)
    throw new WebhookVerificationError('headers', 'The header webhook-signature is missing.');
  else await verifyBodySignature(body, input.secrets, read);
  return parseEvent(body);
}

/** Under an empty secret, or what stands before each, anybody can sign: a variable that is not set lets nobody in. */
function requireSecrets(secrets: unknown): void {
  const given: readonly unknown[] = Array.isArray(secrets) ? secrets : [];
  if (given.length === 0)
    throw new WebhookVerificationError('secret', 'No secret was given: pass at least one `whsec_…` secret.');
  for (const secret of given) decodeSecret(typeof secret === 'string' ? secret : '');
}

/** The value of `X-Service-Signature`: hex HMAC-SHA256 of the raw body under the UTF-8 bytes of the whole secret as shown, `whsec_` included. */
export async function signBody(secret: string, body: Uint8Array): Promise<string> {
  const digest = await hmacSha256(new TextEncoder().encode(secret), body);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type SignedMessage = {
  /** The `webhook-id`, the same on every retry. */
  readonly id: string;
  /** Unix time in seconds of this attempt. */
  readonly timestamp: number;
  readonly body: Uint8Array;
};

/** One entry of `webhook-signature` (Standard Webhooks): `v1,` and base64 HMAC-SHA256 of `id.timestamp.body` under the bytes that the secret's base64 part after `whsec_` stands for. */
export async function signMessage(secret: string, message: SignedMessage): Promise<string> {
  const head = new TextEncoder().encode(`${message.id}.${message.timestamp}.`);
  const content = new Uint8Array(head.length + message.body.length);
  content.set(head);
  content.set(message.body, head.length);
  const digest = await hmacSha256(decodeSecret(secret), content);
  return `v1,${btoa(String.fromCharCode(...digest))}`;
}

async function verifyStandard(
  input: VerifyWebhookInput & { readonly body: Uint8Array },
  read: HeaderReader,
): Promise<void> {
  const id = read('webhook-id');
  const timestamp = read('webhook-timestamp');
  if (id === null || timestamp === null)
    throw new WebhookVerificationError(
      'headers',
      `The header ${id === null ? 'webhook-id' : 'webhook-timestamp'} is missing beside webhook-signature.`,
    );
  checkTimestamp(timestamp, input);
  const given = (read('webhook-signature') ?? '').split(' ').slice(0, signaturesMax);
  const message = { id, timestamp: Number(timestamp), body: input.body };
  const expected = await Promise.all(input.secrets.map((secret) => signMessage(secret, message)));
  if (!matchesAny(given, expected)) throw mismatch('webhook-signature');
}

async function verifyBodySignature(
  body: Uint8Array,
  secrets: readonly string[],
  read: HeaderReader,
): Promise<void> {
  const given = bodySignatureHeaders.map(read).filter((value) => value !== null);
  if (given.length === 0)
    throw new WebhookVerificationError(
      'headers',
      'Neither webhook-signature nor X-Service-Signature is among the headers.',
    );
  const expected = await Promise.all(secrets.map((secret) => signBody(secret, body)));
  if (
    !matchesAny(
      given.map((value) => value.toLowerCase()),
      expected,
    )
  )
    throw mismatch('X-Service-Signature');
}

/** More than the five secrets an endpoint can have at once, and few enough that a long header costs nothing. */
const signaturesMax = 10;
/** During a rotation the new secret's signature stands in `-Next`, after it the old one's in `-Previous`. */
const bodySignatureHeaders = [
  'x-service-signature',
  'x-service-signature-next',
  'x-service-signature-previous',
];

function checkTimestamp(text: string, { now, toleranceSeconds = 300 }: VerifyWebhookInput): void {
  if (!/^\d{1,12}$/.test(text))
    throw new WebhookVerificationError('timestamp', 'webhook-timestamp is not a Unix time in seconds.');
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(text);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds))
    throw new WebhookVerificationError(
      'timestamp',
      `webhook-timestamp is ${Math.abs(ageSeconds)} s ${ageSeconds > 0 ? 'old' : 'ahead'}, more than the ${toleranceSeconds} s allowed: a replay, or this machine's clock is wrong.`,
    );
}

function matchesAny(given: readonly string[], expected: readonly string[]): boolean {
  let found = false;
  for (const one of given) for (const other of expected) found = equalInConstantTime(one, other) || found;
  return found;
}

/** Looks at every character whatever the first ones say, so that timing tells nothing about the right signature. */
function equalInConstantTime(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1)
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  return difference === 0;
}

function mismatch(header: string): WebhookVerificationError {
  return new WebhookVerificationError(
    'signature',
    `${header} matches none of the secrets. Verify the raw body bytes, before any JSON parser, with the secret of this very endpoint.`,
  );
}

function readBody(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  // Not by its class: where tests run in a world of their own, as Jest's do, bytes are of another.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new WebhookVerificationError(
    'body',
    'The body must be the raw request body, a string or bytes, not a parsed object.',
  );
}

function parseEvent(body: Uint8Array): WebhookEvent {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookVerificationError('content', 'The signature is right, but the body is not JSON.');
  }
  if (isEvent(value)) return value;
  throw new WebhookVerificationError(
    'content',
    'The signature is right, but the body is not an event {event, livemode, created, data: {object}}.',
  );
}

function isEvent(value: unknown): value is WebhookEvent {
  return (
    isObject(value) &&
    typeof value['event'] === 'string' &&
    typeof value['livemode'] === 'boolean' &&
    Number.isInteger(value['created']) &&
    isObject(value['data']) &&
    isObject(value['data']['object'])
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type HeaderReader = (name: string) => string | null;

function headerReader(source: HeaderSource): HeaderReader {
  const { get } = source;
  if (typeof get === 'function') return (name) => get.call(source, name);
  const byName = new Map<string, string>();
  for (const [name, value] of Object.entries(source)) {
    if (typeof value === 'string') byName.set(name.toLowerCase(), value);
    else if (Array.isArray(value) && typeof value[0] === 'string') byName.set(name.toLowerCase(), value[0]);
  }
  return (name) => byName.get(name) ?? null;
}

function decodeSecret(secret: string): Uint8Array {
  try {
    const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) =>
      character.charCodeAt(0),
    );
    if (bytes.length > 0) return bytes;
  } catch {
    // Not base64: told below, in words that never repeat the secret.
  }
  throw new WebhookVerificationError(
    'secret',
    'A secret is not base64 after `whsec_`: copy it again, whole.',
  );
}

/** Copies what it reads: the web's own types refuse memory that another thread could change meanwhile. */
async function hmacSha256(key: Uint8Array, content: Uint8Array): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await subtle.importKey('raw', new Uint8Array(key), algorithm, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', imported, new Uint8Array(content)));
}
