import { createHash, createHmac } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';

export type SigningKeys = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
  readonly region: string;
};

type ToSign = {
  readonly method: string;
  /** Encoded as it is sent. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly host: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in hexadecimal. */
  readonly bodyHash: string;
  readonly now: Date;
};

const SERVICE = 's3';

/** The headers by which a request is signed: AWS Signature Version 4, with the body's hash in it. */
export function signRequest(request: ToSign, keys: SigningKeys): Readonly<Record<string, string>> {
  const time = request.now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const { bodyHash } = request;
  const headers: Record<string, string> = {
    ...lowered(request.headers ?? {}),
    host: request.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...(keys.sessionToken === null ? {} : { 'x-amz-security-token': keys.sessionToken }),
  };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    request.method,
    request.path,
    canonicalQuery(request.query),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${keys.region}/${SERVICE}/aws4_request`;
  const signed = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [time.slice(0, 8), keys.region, SERVICE, 'aws4_request'].reduce(
    (secret: Buffer | string, part) => hmac(secret, part),
    `AWS4${keys.secretAccessKey}`,
  );
  const signature = hmac(key, signed).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

/** Names and values encoded, in the order of their names: as it is signed, and as it is sent. */
export function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.keys(query)
    .toSorted()
    .map((name) => `${encodeStrictly(name)}=${encodeStrictly(query[name] ?? '')}`)
    .join('&');
}

/** All but letters, digits and `-._~`; slashes too, unless they part a path. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function lowered(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const HASHED_BYTES = 1_048_576;

/** The hash of a body, with a breath after each megabyte: 8 MiB in one go hold everybody up for 5 to 20 ms. */
export async function hashOfBody(body: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < body.length; at += HASHED_BYTES) {
    hash.update(body.subarray(at, at + HASHED_BYTES));
    if (at + HASHED_BYTES < body.length) await breath();
  }
  return hash.digest('hex');
}

function sha256(bytes: string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
