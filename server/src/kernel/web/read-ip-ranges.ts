import ipaddr from 'ipaddr.js';
import { invalid } from '../call/failure.ts';

/** The bits of an IPv6 address before the IPv4 address that it carries. */
const MAPPED_BITS = 96;

/** Addresses and ranges of a body's `ip_ranges`, each once; a refusal names the one that is none. */
export function readIpRanges(ranges: readonly string[]): readonly string[] {
  return [...new Set(ranges.map(rangeOf))];
}

function rangeOf(text: string, at: number): string {
  const range = text.trim();
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(range) || ipaddr.IPv6.isValid(range);
  if (isAddress || ipaddr.IPv4.isValidCIDRFourPartDecimal(range)) return range;
  const plain = ipaddr.IPv6.isValidCIDR(range) ? plainRange(range) : null;
  if (plain === null)
    throw invalid({
      path: `ip_ranges[${at}]`,
      message: 'must be an address or a range such as 102.143.0.0/16 or 2001:db8::/32',
    });
  return plain;
}

/** An IPv4 range in IPv6 clothes is put down as IPv4, as which visitors are compared; null where it is wider than IPv4. */
function plainRange(range: string): string | null {
  const [network, bits] = ipaddr.IPv6.parseCIDR(range);
  if (!network.isIPv4MappedAddress()) return range;
  return bits < MAPPED_BITS ? null : `${network.toIPv4Address().toString()}/${bits - MAPPED_BITS}`;
}
