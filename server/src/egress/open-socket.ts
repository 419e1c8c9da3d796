import {
  connect as connectPlain,
  isIP,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { connect as connectSecure, type SecureContext } from 'node:tls';
import { judgeAddress, type AddressRules } from './judge-address.ts';
import type { ResolveName } from './resolve-name.ts';

/** What a connection is doing, for the sentence that tells what took too long. */
export type ConnectPhase = 'resolve' | 'connect' | 'secure' | 'open';

/** Followed by `openSocket`, so that the owner of a connection can tell and end what goes on. */
export type Connection = {
  phase: ConnectPhase;
  socket: Socket | null;
  remoteAddress: string | null;
  abandoned: boolean;
};

export type SocketRules = {
  readonly addressRules: () => AddressRules;
  readonly resolve: ResolveName;
  readonly secureContext: SecureContext;
};

export type SocketTarget = { readonly hostname: string; readonly port: number; readonly secure: boolean };

/** Thrown when every address of a host is refused. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/** Thrown when a host name has no address; `cause` is the resolver's error. */
export class UnresolvedNameError extends Error {
  override readonly name = 'UnresolvedNameError';
}

/** Who follows a connection, and who is handed what arrives on it; without the latter it is read as a stream. */
export type SocketOwner = {
  readonly connection: Connection;
  /** The bytes lie in a buffer that all connections share: who keeps them copies them. */
  readonly onRead?: (bytes: Buffer) => void;
};

/**
 * Opens a TCP or verified TLS (1.2 or newer) connection to a permitted address of the host. Whatever the resolver says is
 * judged here and the judged address is the one connected to, so a name cannot mean another address a moment later.
 */
export async function openSocket(
  target: SocketTarget,
  rules: SocketRules,
  owner: SocketOwner,
): Promise<Socket> {
  const { connection } = owner;
  connection.phase = 'resolve';
  connection.remoteAddress = null;
  connection.socket = null;
  const addresses = await vetAddresses(target.hostname, rules);
  if (connection.abandoned) throw new Error('abandoned');
  connection.phase = 'connect';
  const socket = startSocket(target, { addresses, rules, owner });
  connection.socket = socket;
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    // A socket without a listener would end the process; this one outlives the hand-over to the HTTP client.
    socket.on('error', ignore);
    // Before every other listener: nothing is sent, not even a TLS hello, to an address that was not meant.
    socket.prependOnceListener('connect', () => {
      if (target.secure) connection.phase = 'secure';
      connection.remoteAddress = socket.remoteAddress ?? null;
      const refusal = judgeAddress(socket.remoteAddress ?? '', rules.addressRules());
      if (refusal !== null) socket.destroy(new BlockedAddressError(refusal));
    });
    socket.once('close', () => reject(new Error('closed before it was open')));
    socket.once(target.secure ? 'secureConnect' : 'connect', () => {
      if (socket.destroyed) return;
      connection.phase = 'open';
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

function ignore(): void {
  // Told by `reject` before the hand-over, by the HTTP client after it.
}

/** The permitted addresses of a host name or IP literal, at most four; throws when there are none. */
async function vetAddresses(
  hostname: string,
  { resolve, addressRules }: SocketRules,
): Promise<readonly string[]> {
  const found =
    isIP(hostname) === 0 ? await resolveOrThrow(withoutTrailingDot(hostname), resolve) : [hostname];
  const rules = addressRules();
  const permitted = found.filter((address) => judgeAddress(address, rules) === null);
  if (permitted.length > 0) return permitted.slice(0, addressesMax);
  throw new BlockedAddressError(judgeAddress(found[0] ?? '', rules) ?? 'not reachable');
}

const addressesMax = 4;

async function resolveOrThrow(hostname: string, resolve: ResolveName): Promise<readonly string[]> {
  try {
    const addresses = await resolve(hostname);
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    throw new UnresolvedNameError(hostname, { cause });
  }
  throw new UnresolvedNameError(hostname);
}

type Start = {
  readonly addresses: readonly string[];
  readonly rules: SocketRules;
  readonly owner: SocketOwner;
};

function startSocket({ hostname, port, secure }: SocketTarget, { addresses, rules, owner }: Start): Socket {
  const options: TcpNetConnectOpts = {
    ...hostOptions(hostname, addresses),
    port,
    noDelay: true,
    keepAlive: true,
    ...readingOf(owner),
  };
  if (!secure) return connectPlain(options);
  return connectSecure({
    ...options,
    servername: isIP(hostname) === 0 ? withoutTrailingDot(hostname) : '',
    secureContext: rules.secureContext,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
}

/** What arrives is read at once and where it lies, so that no connection needs a buffer of its own. */
const arrived = Buffer.alloc(64 * 1_024);

function readingOf({ onRead }: SocketOwner): Pick<TcpNetConnectOpts, 'onread'> {
  if (!onRead) return {};
  return {
    onread: {
      buffer: arrived,
      callback(bytes) {
        onRead(arrived.subarray(0, bytes));
        return true;
      },
    },
  };
}

/** One address is dialled as it is; of several, Node tries one after the other (RFC 8305) through a look-up that knows only these. */
function hostOptions(
  hostname: string,
  addresses: readonly string[],
): {
  host: string;
  lookup?: LookupFunction;
  autoSelectFamily?: boolean;
  autoSelectFamilyAttemptTimeout?: number;
} {
  const [first] = addresses;
  if (addresses.length === 1 && first !== undefined) return { host: first };
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return {
    host: hostname,
    lookup: (_name, _options, callback) => callback(null, answers),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
  };
}

/** Node's own 250 ms gives up on receivers that are merely far away. */
const nextAddressAfterMs = 1_000;

function withoutTrailingDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}
