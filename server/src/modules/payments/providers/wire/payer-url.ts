import type { ProviderContext } from '../provider.ts';
import { parseUrl } from '../../../../kernel/web/parse-url.ts';

/** The URL, where a payer may be sent there: https, or in test mode this very machine. Else null. */
export function payerUrl(
  text: string | null,
  { livemode }: Pick<ProviderContext, 'livemode'>,
): string | null {
  if (text === null || text.length > URL_LENGTH_MAX || parseUrl(text) === null) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  const isOurs = !livemode && url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  return url.protocol === 'https:' || isOurs ? url.href : null;
}

const URL_LENGTH_MAX = 2_048;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
