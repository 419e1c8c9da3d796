import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether a host, as a URL or an environment spells it, is this very machine for whoever calls from it; names that only resolve to it are not. */
export function isLoopbackHost(host: string): boolean {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback';
}
