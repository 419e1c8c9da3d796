import { covers, formatTime, type GrantedScope } from '@cottontree/contract';
import ipaddr from 'ipaddr.js';
import type { Caller } from '../../kernel/call/call.ts';
import { Failure, invalid } from '../../kernel/call/failure.ts';
import type { KeyRecord } from './keys.queries.ts';

/** Refuses to end or renew a key that may do what the caller may not. */
export function refuseToManage(caller: Caller, { id, scopes }: KeyRecord): void {
  const missing = scopesLacking(caller, scopes);
  if (missing.length === 0) return;
  throw new Failure(
    'INSUFFICIENT_SCOPE',
    `Key ${id} may do what this one lacks: ${missing.join(', ')}. Use a key that has these scopes as well.`,
    { details: { scope: missing[0], missing } },
  );
}

function scopesLacking(caller: Caller, scopes: readonly GrantedScope[]): readonly GrantedScope[] {
  return scopes.filter((scope) =>
    scope === '*' ? !caller.scopes.includes('*') : !covers(caller.scopes, scope),
  );
}

/** Refuses scopes that the caller itself has not got. */
export function refuseMoreScopes(caller: Caller, scopes: readonly GrantedScope[]): void {
  const missing = scopesLacking(caller, scopes);
  if (missing.length === 0) return;
  const message = `A key cannot grant what it lacks: ${missing.join(', ')}. Name scopes that this key has, or use one that has more.`;
  throw new Failure('INSUFFICIENT_SCOPE', message, { details: { scope: missing[0], missing } });
}

/** Refuses a key for addresses from which the caller itself does not work. */
export function refuseOtherRanges({ ipRanges }: Caller, wanted: readonly string[]): void {
  const at = wanted.findIndex((range) => !liesWithin(range, ipRanges));
  if (at >= 0)
    throw invalid({
      path: `ip_ranges[${at}]`,
      message: `must lie within the addresses of this key: ${ipRanges.join(', ')}`,
    });
}

/** Refuses a key that would outlive the one it is made with, which ends then, or never. */
export function refuseLaterEnd(maker: Date | null, wanted: Date): void {
  if (maker !== null && wanted > maker)
    throw invalid({
      path: 'expires_at',
      message: `must not be later than the end of the key it is made with, ${formatTime(maker)}`,
    });
}

/** Refuses to renew a key that works longer or from more places than the caller does. */
export function refuseToRenew(
  caller: Caller,
  { maker, old }: { readonly maker: Date | null; readonly old: KeyRecord },
): void {
  refuseToManage(caller, old);
  if (maker !== null && (old.expires_at === null || old.expires_at > maker))
    throw new Failure(
      'INSUFFICIENT_SCOPE',
      `This key ends at ${formatTime(maker)} and cannot renew one that works longer. Use one that works as long.`,
    );
  const elsewhere =
    old.kind === 'secret' &&
    caller.ipRanges.length > 0 &&
    (old.ip_ranges.length === 0 || !old.ip_ranges.every((range) => liesWithin(range, caller.ipRanges)));
  if (elsewhere)
    throw new Failure(
      'INSUFFICIENT_SCOPE',
      `This key works from ${caller.ipRanges.join(', ')} only and cannot renew one that works from elsewhere.`,
    );
}

/** Whether all of a range lies in one of these; of none, everything does. */
function liesWithin(range: string, outer: readonly string[]): boolean {
  const [network, bits] = rangeOf(range);
  return (
    outer.length === 0 ||
    outer
      .map(rangeOf)
      .some(
        ([around, aroundBits]) =>
          around.kind() === network.kind() &&
          bits >= aroundBits &&
          network.match(around as never, aroundBits),
      )
  );
}

function rangeOf(text: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
