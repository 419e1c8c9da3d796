import type { Target } from './read-target.ts';

/** Written by the connection itself; from a caller they could name another host or split the request. */
const OWN: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
]);
/** RFC 9110, 5.6.2 and 5.5. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A request that cannot be written as HTTP; its message says why. */
export class UnwritableRequest extends Error {
  override readonly name = 'UnwritableRequest';
}

export type HeadParts = {
  readonly method: string;
  readonly target: Target;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** The beginning of a request of HTTP/1.1 up to its last headers, one character a byte; throws `UnwritableRequest`. */
export function writeHead({ method, target, userAgent, headers }: HeadParts): string {
  const host = target.origin.slice(target.origin.indexOf('//') + 2);
  let lines = '';
  let agent = userAgent;
  for (const name in headers) {
    const value = headers[name];
    const lower = name.toLowerCase();
    if (value === undefined || OWN.has(lower)) continue;
    if (!NAME.test(name)) throw new UnwritableRequest('invalid header name');
    if (!VALUE.test(value)) throw new UnwritableRequest(`invalid ${lower} header`);
    if (lower === 'user-agent') agent = value;
    else lines += `${name}: ${value}\r\n`;
  }
  return `${method} ${target.path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\nuser-agent: ${agent}\r\n${lines}`;
}

/** What follows it: the length of the body, and the empty line. */
export function endHead(method: string, bodyBytes: number): string {
  return bodyBytes > 0 || method !== 'GET' ? `content-length: ${bodyBytes}\r\n\r\n` : '\r\n';
}
