import { isIP } from 'node:net';
import { parseUrl } from './kernel/web/parse-url.ts';

const SECRET_KEY_BYTES = 32;

/** An IP address or the name of a host. */
export function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i.test(text);
}

/** Paths are put behind it. */
export function isBaseUrl(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && url.username === '';
}

/** 32 bytes in base64. */
export function isSecretKey(text: string): boolean {
  return /^[A-Za-z0-9+/_-]+=*$/.test(text) && Buffer.from(text, 'base64').length === SECRET_KEY_BYTES;
}

/** An address or a CIDR. */
export function isRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
