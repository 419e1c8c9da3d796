import type { ProviderContext } from '../provider.ts';
import { ask, type Heard } from '../wire/ask.ts';
import { providerAddress } from '../provider-address.ts';
import { textAt } from '../wire/fields.ts';
import { signRequest } from './sign-request.ts';
import { parseUrl } from '../../../core/parse-url.ts';

export type BankRequest = {
  readonly method: 'GET' | 'POST';
  /** Behind the base URL, with the slash it begins with. */
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
};

/** One signed request of our own contract. */
export function askBank(
  context: ProviderContext,
  { method, path, body, idempotencyKey }: BankRequest,
): Promise<Heard> {
  const url = `${providerAddress('generic_http', context.settings)}${path}`;
  const text = body ? JSON.stringify(body) : '';
  const signed = {
    timestamp: Math.floor(context.wallNow.getTime() / 1_000),
    method,
    path: pathOf(url),
    body: text,
  };
  return ask(context, {
    method,
    url,
    headers: {
      'cottontree-signature': signRequest(context.credentials['secret'] ?? '', signed),
      ...(context.settings['account'] !== undefined && { 'cottontree-account': context.settings['account'] }),
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: text,
  });
}

/** Their words about a refusal. */
export function bankComplaint({ json }: Extract<Heard, { kind: 'refused' }>): string {
  return (textAt(json, 'error', 'message') ?? 'The provider refused the request.').slice(0, 200);
}

function pathOf(url: string): string {
  const { pathname, search } = parseUrl(url) ?? { pathname: '', search: '' };
  return pathname + search;
}
