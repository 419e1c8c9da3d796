import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A secret made ready once for many signatures. */
export type SigningSecret = {
  readonly role: SecretRole;
  readonly textKey: KeyObject;
  readonly bytesKey: KeyObject;
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
export function signMessage({ id, timestamp, body, secrets }: MessageToSign): Record<string, string> {
  const headers: Record<string, string> = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) };
  const head = `${id}.${timestamp}.`;
  let signatures = '';
  for (const secret of secrets) {
    signatures += `${signatures === '' ? '' : ' '}v1,${createHmac('sha256', secret.bytesKey).update(head).update(body).digest('base64')}`;
    headers[bodyHeaders[secret.role]] ??= createHmac('sha256', secret.textKey).update(body).digest('hex');
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
  return { role, textKey: createSecretKey(Buffer.from(secret)), bytesKey: createSecretKey(bytes) };
}
