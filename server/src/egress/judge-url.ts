import { isIP } from 'node:net';
import { parseUrl } from '../kernel/web/parse-url.ts';
import { judgeAddress, type AddressRules } from './judge-address.ts';
import type { ResolveName } from './resolve-name.ts';

export type UrlVerdict = null | { readonly reason: string };

type UrlToJudge = {
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

/** Where a request goes, read from its URL. */
export type Target = {
  /** `https://shop.example:8443`; what connections are kept by. */
  readonly origin: string;
  readonly path: string;
};

export type TargetRefusal = { readonly reason: string };

/** Splits an absolute URL into origin and path, or tells in a sentence why nothing is ever sent there. */
export function readTarget(text: string): Target | TargetRefusal {
  if (text.length > urlLengthMax) return { reason: `The URL is longer than ${urlLengthMax} characters.` };
  const url = parseUrl(text);
  if (url === null)
    return { reason: 'The URL cannot be read; it must be absolute, such as https://shop.example/hook.' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { reason: `The URL begins with ${url.protocol}; only https: and http: are possible.` };
  if (url.username !== '' || url.password !== '')
    return { reason: 'The URL carries a user name or password; put secrets into a header instead.' };
  if (!isPortOpen(url.port))
    return { reason: `Port ${url.port} is not allowed; use 80, 443 or any from 1024 up.` };
  return { origin: url.origin, path: url.pathname + url.search };
}

const urlLengthMax = 2_048;

/** Below 1024 stand mail, remote shells and the like; 8080 and 8443 are above. */
function isPortOpen(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1_024;
}
