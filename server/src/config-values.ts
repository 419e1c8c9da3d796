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

/**
 * A command as it is typed in an environment: by its name, or through npm where npm runs this one, and on the same data.
 * Of what holds secrets only the names are said.
 */
export function typedIn(environment: NodeJS.ProcessEnv, command: string): string {
  const { npm_command: npm, DATA_DIR: folder, DATABASE_URL: url, SECRET_KEY: key } = environment;
  const quoted = folder && /^[\w./-]+$/.test(folder) ? folder : `'${folder?.replaceAll("'", `'\\''`)}'`;
  const database = url ? `DATABASE_URL=… ${key ? 'SECRET_KEY=… ' : ''}` : '';
  return `${folder ? `DATA_DIR=${quoted} ` : ''}${database}${npm === undefined ? '' : 'npx --no -- '}cottontree ${command}`;
}

/** A base URL as paths are put behind it. A loop and no expression: the obvious one takes quadratic time for many slashes. */
export function withoutLastSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
