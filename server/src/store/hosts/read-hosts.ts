/** Where one PostgreSQL listens: a name, an address, or the folder of a Unix socket. */
export type Address = { readonly host: string; readonly port: number };

/** What a URL says of several servers, of which one at a time takes writes. */
export type Hosts = {
  readonly addresses: readonly Address[];
  /** How long one server may take to say whether it takes writes: `connect_timeout` of the URL, which is in seconds. */
  readonly connectMs: number;
  /** The same URL with the first server alone, and nothing that is meant for the choice among them. */
  readonly url: string;
};

/** Why a URL of several servers cannot be used, as the end of a sentence that begins with "must be". */
export class HostsRefused extends Error {}

const HOSTS_MAX = 8;
const PORT = '5432';
const PORT_MAX = 65_535;
const CONNECT_DEFAULT_MS = 1_500;
const CONNECT_SECONDS_MAX = 60;
const SHAPE = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^@/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const ITEM = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/i;
/** What a server must be that every write can go to. */
const WRITERS = new Set(['read-write', 'primary']);

/**
 * The servers of a URL such as `postgresql://user@a:5432,b:5433/shop?target_session_attrs=read-write`, in the form that
 * libpq reads, also as lists in `host` and `port` of the query; null for a URL of one server that says nothing of its
 * kind. Throws `HostsRefused`.
 */
export function readHosts(text: string): Hosts | null {
  const parts = partsOf(text);
  if (!parts) return null;
  const { hosts, query } = parts;
  const wanted = query.get('target_session_attrs');
  if (!hosts.includes(',') && wanted === null) return null;
  if (wanted !== null && !WRITERS.has(wanted))
    throw new HostsRefused('a URL whose target_session_attrs is read-write or primary, for it has to write');
  const addresses = addressesOf(parts);
  const connectMs = readConnectMs(query.get('connect_timeout'));
  return { addresses, connectMs, url: urlOf(parts, addresses[0] ?? { host: '', port: Number(PORT) }) };
}

/** A server that only reads are asked of. */
export type ReplicaPlace = {
  /** As an operator writes it, without user and password: in logs and metrics. */
  readonly name: string;
  /** This server alone. */
  readonly url: string;
};

/**
 * Every server of one or several URLs with commas between, each of one or several hosts: `postgresql://user@a,b:5433/shop`.
 * Throws `HostsRefused`.
 */
export function readReplicas(text: string): readonly ReplicaPlace[] {
  const places = text.split(/,(?=postgres(?:ql)?:\/\/)/).flatMap((url) => {
    const parts = partsOf(url);
    if (!parts) throw new HostsRefused('one or several URLs with commas between');
    const wanted = parts.query.get('target_session_attrs');
    if (wanted !== null && WRITERS.has(wanted))
      throw new HostsRefused('URLs of servers that are only read: leave target_session_attrs out');
    return addressesOf(parts).map((address) => ({ name: addressText(address), url: urlOf(parts, address) }));
  });
  if (places.length > HOSTS_MAX) throw new HostsRefused(`URLs of at most ${HOSTS_MAX} hosts`);
  return places;
}

type Parts = {
  readonly before: string;
  readonly hosts: string;
  readonly path: string;
  readonly query: URLSearchParams;
};

function partsOf(text: string): Parts | null {
  const [, scheme, user = '', authority = '', path = '', search] = SHAPE.exec(text) ?? [];
  if (scheme === undefined) return null;
  const query = new URLSearchParams(search);
  return { before: `${scheme}${user}`, hosts: query.get('host') ?? authority, path, query };
}

function addressesOf({ hosts, query }: Parts): readonly Address[] {
  const addresses = query.has('host') ? fromQuery(query) : hosts.split(',').map(readItem);
  if (addresses.length > HOSTS_MAX) throw new HostsRefused(`a URL of at most ${HOSTS_MAX} hosts`);
  return addresses;
}

/** The URL with one server, and nothing that is meant for the choice among several. */
function urlOf({ before, path, query }: Parts, { host, port }: Address): string {
  const own = new URLSearchParams(query);
  own.set('host', host);
  own.set('port', String(port));
  for (const name of ['target_session_attrs', 'connect_timeout', 'load_balance_hosts']) own.delete(name);
  return `${before}${path || '/'}?${own.toString()}`;
}

/** As an operator writes it. */
export function addressText({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function readItem(item: string, index: number): Address {
  const [matched, v6, name, port = PORT] = ITEM.exec(item) ?? [];
  if (matched === undefined)
    throw new HostsRefused(
      `a URL of hosts with commas between, each host or host:port; host ${index + 1} is ${item === '' ? 'empty' : 'neither'}`,
    );
  return { host: v6 ?? decodeURIComponent(name ?? ''), port: readPort(port, index) };
}

function fromQuery(query: URLSearchParams): readonly Address[] {
  const hosts = (query.get('host') ?? '').split(',');
  const ports = (query.get('port') ?? PORT).split(',');
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw new HostsRefused(`a URL with one port, or one for each of its ${hosts.length} hosts`);
  return hosts.map((host, index) => {
    if (host === '') throw new HostsRefused(`a URL whose host ${index + 1} is not empty`);
    return { host, port: readPort(ports[ports.length === 1 ? 0 : index] ?? PORT, index) };
  });
}

function readPort(text: string, index: number): number {
  const port = Number(text || PORT);
  if (!Number.isInteger(port) || port < 1 || port > PORT_MAX)
    throw new HostsRefused(`a URL whose port of host ${index + 1} is from 1 to ${PORT_MAX}`);
  return port;
}

function readConnectMs(text: string | null): number {
  if (text === null) return CONNECT_DEFAULT_MS;
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > CONNECT_SECONDS_MAX)
    throw new HostsRefused(`a URL whose connect_timeout is from 1 to ${CONNECT_SECONDS_MAX} seconds`);
  return seconds * 1_000;
}
