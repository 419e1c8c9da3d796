import type { AnyCall } from './calls.ts';
import type { Settings } from './client-options.ts';
import type { PreparedRequest } from './send-request.ts';

/** Method, path below the base URL, 1 where a POST takes an Idempotency-Key, the type of a file that it answers, any where the query decides. */
export type MethodRow = readonly [method: string, path: string, idempotent: 0 | 1, file?: string];

/** The HTTP request that a call makes. */
export function prepareRequest(
  settings: Settings,
  [method, path, idempotent, file]: MethodRow,
  call: AnyCall,
): PreparedRequest {
  const { params = {}, query = {}, body, idempotencyKey, ifMatch, signal } = call;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => segmentOf(name, params[name]));
  return {
    method,
    url: `${settings.baseUrl}${filled}${search ? `?${search}` : ''}`,
    headers: {
      ...settings.headers(),
      ...(settings.apiKey && { authorization: `Bearer ${settings.apiKey}` }),
      accept: file ?? 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotent ? { 'idempotency-key': idempotencyKey ?? randomKey() } : {}),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    file,
  };
}

/** One step of a path. What is empty, or is dots alone, would lead to another operation: `fetch` reads `..` as one step up. */
function segmentOf(name: string, value: unknown): string {
  if (/^(\.{0,2}|undefined|null)$/.test(String(value)))
    throw new TypeError(`${name} names nothing: ${value}`);
  return encodeURIComponent(String(value));
}

/** A UUID; pages that came without TLS have no randomUUID, but getRandomValues. */
function randomKey(): string {
  const { crypto } = globalThis;
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
