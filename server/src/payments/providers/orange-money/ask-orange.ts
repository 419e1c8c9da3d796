import type { ProviderContext } from '../provider.ts';
import { ask, type Heard } from '../wire/ask.ts';
import { providerAddress } from '../provider-address.ts';
import { textAt } from '../wire/fields.ts';
import type { TokenMemory } from '../wire/tokens.ts';
import { orangeCountry } from './orange-countries.ts';

/** One request to WebPay of the account's country, with a token that is fetched when there is none. */
export async function askOrange(
  context: ProviderContext,
  tokens: TokenMemory,
  { path, body }: { readonly path: 'webpayment' | 'transactionstatus'; readonly body: object },
): Promise<Heard> {
  const found = await tokens.get(context, 'orange', () => askToken(context));
  if ('heard' in found)
    return found.heard.kind === 'read' ? { kind: 'unknown', raw: found.heard.raw } : found.heard;
  const heard = await ask(context, {
    method: 'POST',
    url: `${providerAddress('orange_money', context.settings)}/orange-money-webpay/${orangeCountry(context.settings)}/v1/${path}`,
    headers: {
      authorization: `Bearer ${found.token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (heard.kind === 'refused' && heard.status === 401) tokens.forget(context, 'orange');
  return heard;
}

export function askToken(context: ProviderContext): Promise<Heard> {
  const { client_id = '', client_secret = '' } = context.credentials;
  return ask(context, {
    method: 'POST',
    url: `${providerAddress('orange_money', context.settings)}/oauth/v3/token`,
    headers: {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
  });
}

/** Their words about a refusal. */
export function orangeComplaint({ json }: Extract<Heard, { kind: 'refused' }>): string {
  return (
    textAt(json, 'description') ??
    textAt(json, 'message') ??
    textAt(json, 'error_description') ??
    'Orange Money refused the request.'
  ).slice(0, 200);
}
