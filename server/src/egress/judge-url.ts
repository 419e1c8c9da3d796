import { isIP } from 'node:net';
import { judgeAddress, type AddressRules } from './judge-address.ts';
import { readTarget } from './read-target.ts';
import type { ResolveName } from './resolve-name.ts';

export type UrlVerdict = null | { readonly reason: string };

export type UrlToJudge = {
  readonly url: string;
  readonly livemode: boolean;
  readonly resolve: ResolveName;
  readonly rules: AddressRules;
};

/**
 * Why a URL cannot be registered as a receiver, as a sentence; null when it can. Every address of its name must be permitted;
 * a name without any is let through, for it is judged again at every connection and may come to exist later.
 */
export async function judgeUrl({ url, livemode, resolve, rules }: UrlToJudge): Promise<UrlVerdict> {
  const target = readTarget(url);
  if ('reason' in target) return target;
  const { protocol, hostname } = new URL(target.origin);
  if (livemode && protocol !== 'https:') return { reason: 'In live mode the URL must begin with https://.' };
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  const addresses = isIP(host) === 0 ? await resolveInTime(host, resolve) : [host];
  for (const address of addresses) {
    const refusal = judgeAddress(address, rules);
    if (refusal !== null) return { reason: describe({ host, address, refusal }) };
  }
  return null;
}

const resolveTimeMaxMs = 3_000;

async function resolveInTime(host: string, resolve: ResolveName): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((settle) => {
    timer = setTimeout(settle, resolveTimeMaxMs, []);
  });
  try {
    return await Promise.race([resolve(host), late]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

function describe({
  host,
  address,
  refusal,
}: {
  readonly host: string;
  readonly address: string;
  readonly refusal: string;
}): string {
  if (host === address) return `${host} is ${refusal}; only public addresses can be called.`;
  return `${host} resolves to ${address}, which is ${refusal}; only public addresses can be called.`;
}
