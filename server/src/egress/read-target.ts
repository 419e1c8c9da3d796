import { parseUrl } from '../kernel/web/parse-url.ts';

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
