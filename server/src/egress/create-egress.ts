import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { performance } from 'node:perf_hooks';
import { createSecureContext } from 'node:tls';
import type { OutgoingRequest, OutgoingResult, OutgoingTarget } from '../kernel/running/world.ts';
import { closedError } from './describe-failure.ts';
import { Exchange, type ExchangeRequest, type TellResult } from './exchange.ts';
import { normalizeAddress, parseAddressRange, type AddressRules } from './judge-address.ts';
import { judgeUrl, readTarget, type Target, type TargetRefusal, type UrlVerdict } from './judge-url.ts';
import { openSocket, type Connection, type SocketRules } from './open-socket.ts';
import { createOriginPools } from './origin-pools.ts';
import { resolveName, type ResolveName } from './resolve-name.ts';

export type EgressOptions = {
  /** CIDRs that may be reached although they are not public. */
  readonly allow: readonly string[];
  /** Sent unless the request has its own. */
  readonly userAgent: string;
  /** All addresses of a name; default: the name servers, then the system's resolver. */
  readonly lookup?: ResolveName;
  /** PEM certificates trusted instead of the runtime's own authorities. */
  readonly trustedAuthorities?: readonly string[];
};

export type Egress = {
  /** Sends one request; always answers with a result, never throws. */
  readonly send: (request: OutgoingRequest) => Promise<OutgoingResult>;
  /** Makes an address ready for many requests that have these headers in common. */
  readonly prepare: (url: string, headers: OutgoingRequest['headers']) => OutgoingTarget;
  /** Why a URL cannot be registered, as a sentence; null when it can. A name that does not resolve now is not refused. */
  readonly judgeUrl: (url: string, mode: { readonly livemode: boolean }) => Promise<UrlVerdict>;
  /** Opens a connection for what is not HTTP, to permitted addresses only. */
  readonly connect: (target: ConnectTarget, deadlineMs: number) => Promise<Socket>;
  /** Ends every connection; what is under way fails. */
  readonly close: () => void;
};

/** The one way out: every outgoing request goes through here, to public addresses only, within a deadline, without following redirects. */
export function createEgress({
  allow,
  userAgent,
  lookup = (name) => resolveName(name),
  trustedAuthorities,
}: EgressOptions): Egress {
  const addressRules = followAddressRules(allow);
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(trustedAuthorities && { ca: [...trustedAuthorities] }),
  });
  const socketRules: SocketRules = { addressRules, resolve: lookup, secureContext };
  const pools = createOriginPools(socketRules);
  const targetOf = createTargetReader();
  let closed = false;

  function run(origin: string, request: ExchangeRequest, done: TellResult): void {
    const exchange = new Exchange(request, done);
    if (closed) setImmediate(() => exchange.settleFailed(closedError()));
    else pools.of(origin).run(exchange);
  }

  /** The beginning of requests there, or why none is sent. */
  function begin(url: string, { method, headers }: Pick<OutgoingRequest, 'method' | 'headers'>): Begun {
    const target = targetOf(url);
    if ('reason' in target) return target;
    try {
      return { origin: target.origin, head: writeHead({ method, target, userAgent, headers }) };
    } catch (error) {
      if (!(error instanceof UnwritableRequest)) throw error;
      return { reason: `the request cannot be written as HTTP (${error.message}).` };
    }
  }

  return {
    send: (request) =>
      new Promise((resolve) => {
        const begun = begin(request.url, request);
        if ('reason' in begun) return resolve(refuse(begun));
        const head = begun.head + endHead(request.method, request.body.length);
        run(begun.origin, { ...request, head }, resolve);
      }),
    prepare(url, headers) {
      const begun = begin(url, { method: 'POST', headers });
      if ('reason' in begun) return { post: (_post, done) => void setImmediate(done, refuse(begun)) };
      return {
        post({ lines, body, deadlineMs }, done) {
          const head = begun.head + lines + endHead('POST', body.length);
          run(begun.origin, { head, body, deadlineMs }, done);
        },
      };
    },
    judgeUrl: (url, { livemode }) => judgeUrl({ url, livemode, resolve: lookup, rules: addressRules() }),
    connect: (target, deadlineMs) => connectTo(target, deadlineMs, socketRules),
    close: () => {
      closed = true;
      pools.destroy(closedError());
    },
  };
}

/** The same address is read once for its many requests. */
function createTargetReader(): (url: string) => Target | TargetRefusal {
  const known = new Map<string, Target | TargetRefusal>();
  return (url) => {
    const before = known.get(url);
    if (before) return before;
    if (known.size >= targetsMax) known.clear();
    const target = readTarget(url);
    known.set(url, target);
    return target;
  };
}

type Begun = TargetRefusal | { readonly origin: string; readonly head: string };

const targetsMax = 4_096;

function followAddressRules(allow: readonly string[]): () => AddressRules {
  const allowed = allow.map(parseAddressRange);
  let rules: AddressRules = { allowed, own: new Set() };
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - readAt > interfacesKnownForMs) {
      readAt = performance.now();
      rules = { allowed, own: readOwnAddresses() };
    }
    return rules;
  };
}

/** Interfaces change seldom; reading them costs more than all other checks together. */
const interfacesKnownForMs = 5_000;

function readOwnAddresses(): ReadonlySet<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return new Set(
    addresses.map(({ address }) => normalizeAddress(address)).filter((address) => address !== null),
  );
}

function refuse({ reason }: TargetRefusal): OutgoingResult {
  return {
    status: null,
    error: 'blocked',
    hint: `Nothing was sent: ${reason}`,
    headers: {},
    body: Buffer.alloc(0),
    durationMs: 0,
    remoteAddress: null,
  };
}

type ConnectTarget = { readonly hostname: string; readonly port: number };

/** Opens a TCP connection to a permitted address, for protocols other than HTTP; rejects when it is not open by the deadline. */
async function connectTo(target: ConnectTarget, deadlineMs: number, rules: SocketRules): Promise<Socket> {
  const connection: Connection = { phase: 'resolve', socket: null, remoteAddress: null, abandoned: false };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      connection.abandoned = true;
      connection.socket?.destroy();
      reject(Object.assign(new Error(`No connection within ${deadlineMs} ms.`), { code: 'timeout' }));
    }, deadlineMs);
  });
  const opening = openSocket({ ...target, secure: false }, rules, { connection });
  // Whoever loses the race must not end the process.
  opening.catch(() => undefined);
  return Promise.race([opening, late]).finally(() => clearTimeout(timer));
}

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
class UnwritableRequest extends Error {
  override readonly name = 'UnwritableRequest';
}

type HeadParts = {
  readonly method: string;
  readonly target: Target;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** The beginning of a request of HTTP/1.1 up to its last headers, one character a byte; throws `UnwritableRequest`. */
function writeHead({ method, target, userAgent, headers }: HeadParts): string {
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
function endHead(method: string, bodyBytes: number): string {
  return bodyBytes > 0 || method !== 'GET' ? `content-length: ${bodyBytes}\r\n\r\n` : '\r\n';
}
