import { linesOf } from './message-headers.ts';
import { macOf, prepareMac, type MacKey } from '../../../kernel/secrets/mac.ts';

/** A secret made ready once for many signatures. */
export type SigningSecret = {
  readonly role: SecretRole;
  readonly textKey: MacKey;
  readonly bytesKey: MacKey;
};

export type SecretRole = 'primary' | 'next' | 'previous';

export type MessageToSign = {
  /** The `webhook-id`, the same on every retry. */
  readonly id: string;
  /** Unix time in seconds of this attempt. */
  readonly timestamp: number;
  readonly body: Buffer;
  /** The primary first; at most five. */
  readonly secrets: readonly SigningSecret[];
};

/**
 * The signature headers of one attempt: `webhook-id`, `webhook-timestamp`, `webhook-signature` with one entry per secret, and
 * `x-service-signature` (`-next`, `-previous` during a rotation). The rules stand at `signBody` and `signMessage` of the contract.
 */
export function signMessage(message: MessageToSign): Record<string, string> {
  return { 'webhook-id': message.id, ...signaturesOf(message) };
}

/** The same but for the id, as lines of a request and as the attempt's record keeps it. */
export type SignedAttempt = { readonly lines: string; readonly record: string };

/** Signs one attempt; `beside` is what else is its own. */
export function signAttempt(
  message: MessageToSign,
  beside: Readonly<Record<string, string>> | null = null,
): SignedAttempt {
  const signatures = signaturesOf(message);
  const headers = beside === null ? signatures : { ...signatures, ...beside };
  return { lines: linesOf(headers), record: JSON.stringify(headers) };
}

function signaturesOf({ id, timestamp, body, secrets }: MessageToSign): Record<string, string> {
  const headers: Record<string, string> = { 'webhook-timestamp': String(timestamp) };
  const head = `${id}.${timestamp}.`;
  let signatures = '';
  for (const { role, bytesKey, textKey } of secrets) {
    signatures += `${signatures === '' ? '' : ' '}v1,${macOf(bytesKey, { head, body }, 'base64')}`;
    headers[bodyHeaders[role]] ??= macOf(textKey, { head: '', body }, 'hex');
  }
  headers['webhook-signature'] = signatures;
  return headers;
}

const bodyHeaders = {
  primary: 'x-service-signature',
  next: 'x-service-signature-next',
  previous: 'x-service-signature-previous',
} as const;

/** Makes a `whsec_…` secret ready for `signMessage`; throws when its part after the prefix is empty. */
export function prepareSecret(role: SecretRole, secret: string): SigningSecret {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (bytes.length === 0) throw new Error('A signing secret is empty after its prefix.');
  return { role, textKey: prepareMac(Buffer.from(secret)), bytesKey: prepareMac(bytes) };
}
