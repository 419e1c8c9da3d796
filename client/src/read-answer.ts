import type { ErrorCode, ListMeta } from '@cottontree/contract';
import type { Answer } from './calls.ts';
import type { Settings } from './client-options.ts';

/** The parts of the envelope, none of them sure before it is looked at. */
type Envelope = {
  readonly success?: unknown;
  readonly data?: unknown;
  readonly meta?: ListMeta;
  readonly error?: {
    readonly code?: ErrorCode;
    readonly message?: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
};

/** `file`: a success may be one of this type instead of an envelope. */
type Reading = Pick<Settings, 'failure'> & { readonly file: string | undefined };

/** What a response says: the answer, or null for 304; throws `CottontreeError` for a refusal and for what is no envelope. */
export async function readAnswer(
  response: Response,
  { file, failure }: Reading,
): Promise<Answer<unknown> | null> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id');
  const more = {
    status,
    requestId,
    replayed: headers.get('idempotent-replayed') === 'true',
    etag: headers.get('etag'),
  };
  if (file && status === 200 && isFile(file, headers)) return { data: await response.blob(), ...more };
  const text = await response.text();
  if (status === 304) return null;
  const envelope = parse(text);
  if (response.ok && envelope.success === true) {
    const { data, meta } = envelope;
    return { data, ...(meta ? { meta } : {}), ...more };
  }
  const {
    code = 'INVALID_ANSWER',
    message = `Status ${status} without a body this client knows: is baseUrl right?`,
    details,
  } = envelope.error ?? {};
  throw failure({
    code,
    status,
    message,
    details,
    requestId,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  });
}

/** A page of whatever stands in between is of another type than the file that was asked for. */
function isFile(type: string, headers: Headers): boolean {
  const given = headers.get('content-type') ?? '';
  return type === '*/*' ? !given.startsWith('application/json') : given.startsWith(type);
}

function parse(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Not JSON: whatever answered is not the service.
  }
  return {};
}

/** The service tells seconds; what stands before it may tell a date. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return seconds > 0 ? seconds : null;
}
