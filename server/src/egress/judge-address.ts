import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressRules = {
  /** Ranges that may be reached although they are not public. */
  readonly allowed: readonly AddressRange[];
  /** This machine's own addresses, in the spelling of `normalizeAddress`. */
  readonly own: ReadonlySet<string>;
};

export type AddressRange = readonly [network: Address, prefixLength: number];
type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Why an IPv4 or IPv6 address may not be reached, as the end of a sentence ("it is …"); null when it may. */
export function judgeAddress(text: string, { allowed, own }: AddressRules): string | null {
  const address = parseAddress(text);
  if (address === null) return 'not an IP address';
  if (allowed.some((range) => isWithin(address, range))) return null;
  const refusal = isVersion4(address) ? judgeVersion4(address) : judgeVersion6(address);
  return refusal ?? (own.has(address.toNormalizedString()) ? 'an address of this very server' : null);
}

/** One spelling for every form of an address (IPv4-mapped IPv6 becomes IPv4); null when it is none. */
export function normalizeAddress(text: string): string | null {
  return parseAddress(text)?.toNormalizedString() ?? null;
}

/** Reads a CIDR such as `127.0.0.0/8` or a single address; throws on anything else. */
export function parseAddressRange(text: string): AddressRange {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = parseAddress(text);
  if (address === null) throw new Error(`"${text}" is neither a CIDR nor an IP address.`);
  return [address, isVersion4(address) ? 32 : 128];
}

function judgeVersion4(address: ipaddr.IPv4): string | null {
  return blockedVersion4.find(({ range }) => isWithin(address, range))?.reason ?? null;
}

function judgeVersion6(address: ipaddr.IPv6): string | null {
  // NAT64 carries a packet to the IPv4 address in its last 32 bits, so that address decides (RFC 6052, 2.2).
  if (isWithin(address, translated)) return judgeVersion4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  const blocked = blockedVersion6.find(({ range }) => isWithin(address, range));
  if (blocked !== undefined) return blocked.reason;
  return isWithin(address, globalUnicast) ? null : 'outside the global range 2000::/3';
}

function parseAddress(text: string): Address | null {
  // ipaddr.js alone would also take `127.1` and `0x7f.1`, which no resolver or URL parser hands out.
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

function isVersion4(address: Address): address is ipaddr.IPv4 {
  return address.kind() === 'ipv4';
}

function isWithin(address: Address, [network, prefixLength]: AddressRange): boolean {
  return address.kind() === network.kind() && address.match(network, prefixLength);
}

function block(cidr: string, reason: string): { readonly range: AddressRange; readonly reason: string } {
  return { range: parseAddressRange(cidr), reason };
}

const translated = parseAddressRange('64:ff9b::/96');
const globalUnicast = parseAddressRange('2000::/3');

/** Every range of the IANA IPv4 Special-Purpose Address Registry that is not global, multicast, and one metadata service on a public address. */
const blockedVersion4 = [
  block('0.0.0.0/8', '"this network"'),
  block('10.0.0.0/8', 'a private address'),
  block('100.64.0.0/10', 'a shared carrier address'),
  block('127.0.0.0/8', 'a loopback address'),
  block('169.254.0.0/16', 'a link-local address'),
  block('172.16.0.0/12', 'a private address'),
  block('192.0.0.0/24', 'reserved for protocols'),
  block('192.0.2.0/24', 'reserved for documentation'),
  block('192.88.99.0/24', 'a 6to4 relay'),
  block('192.168.0.0/16', 'a private address'),
  block('198.18.0.0/15', 'reserved for benchmarks'),
  block('198.51.100.0/24', 'reserved for documentation'),
  block('203.0.113.0/24', 'reserved for documentation'),
  block('224.0.0.0/4', 'a multicast address'),
  block('240.0.0.0/4', 'a reserved address'),
  block('168.63.129.16/32', 'a cloud platform service'),
];

/** What of 2000::/3 is not global (IANA IPv6 Special-Purpose Address Registry), and names for the best-known ranges outside it. */
const blockedVersion6 = [
  block('::/128', 'the unspecified address'),
  block('::1/128', 'a loopback address'),
  block('64:ff9b:1::/48', 'a local translation address'),
  block('fc00::/7', 'a private address'),
  block('fe80::/10', 'a link-local address'),
  block('ff00::/8', 'a multicast address'),
  block('2001::/23', 'a tunnel or protocol address'),
  block('2001:db8::/32', 'reserved for documentation'),
  block('2002::/16', 'a 6to4 tunnel'),
  block('3fff::/20', 'reserved for documentation'),
];
