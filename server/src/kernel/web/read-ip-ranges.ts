import ipaddr from 'ipaddr.js';
import { invalid } from '../call/failure.ts';

/** Addresses and ranges of a body's `ip_ranges`, each once; a refusal names the one that is none. */
export function readIpRanges(ranges: readonly string[]): readonly string[] {
  return [...new Set(ranges.map(rangeOf))];
}

function rangeOf(text: string, at: number): string {
  const range = text.trim();
  const valid =
    ipaddr.IPv4.isValidFourPartDecimal(range) ||
    ipaddr.IPv6.isValid(range) ||
    ipaddr.IPv4.isValidCIDRFourPartDecimal(range) ||
    isPlainIpv6Range(range);
  if (!valid)
    throw invalid({
      path: `ip_ranges[${at}]`,
      message: 'must be an address or a range such as 102.143.0.0/16 or 2001:db8::/32',
    });
  return range;
}

/** An IPv4 range in IPv6 clothes would match nobody, for visitors are compared in plain IPv4. */
function isPlainIpv6Range(range: string): boolean {
  return ipaddr.IPv6.isValidCIDR(range) && !ipaddr.IPv6.parseCIDR(range)[0].isIPv4MappedAddress();
}
