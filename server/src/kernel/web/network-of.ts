import ipaddr from 'ipaddr.js';

/** The digits behind an IPv6 address's first half are its owner's to choose. */
const GROUPS = 4;

/**
 * One visitor's addresses as one, for whatever is counted by address: an IPv4 address, however it is written, or the
 * half of an IPv6 address that its network gave out. Nobody runs out of the 2^64 addresses behind it.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, GROUPS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
