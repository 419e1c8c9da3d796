import type { PaymentFailureCode } from '@cottontree/contract';
import type { ProviderContext } from '../provider.ts';
import { ask, type Heard } from '../wire/ask.ts';
import { mtnEnvironment, providerAddress } from '../provider-address.ts';
import { textAt, type WireObject } from '../wire/fields.ts';
import type { TokenMemory } from '../wire/tokens.ts';

/** Money in and money out are two products, each with keys of its own. */
type MtnProduct = 'collection' | 'disbursement';
type MtnRequest = {
  readonly product: MtnProduct;
  readonly method: 'GET' | 'POST';
  /** Behind the product's name. */
  readonly path: string;
  readonly body?: object;
  /** UUID of version 4: what is made by the request is found by it. */
  readonly reference?: string;
  readonly callbackUrl?: string;
};

/** One request to a MoMo product, with a token that is fetched when there is none. */
export async function askMtn(
  context: ProviderContext,
  tokens: TokenMemory,
  request: MtnRequest,
): Promise<Heard> {
  const found = await tokens.get(context, request.product, () => askToken(context, request.product));
  if ('heard' in found)
    return found.heard.kind === 'read' ? { kind: 'unknown', raw: found.heard.raw } : found.heard;
  const heard = await ask(context, {
    method: request.method,
    url: `${providerAddress('mtn_momo', context.settings)}/${request.product}/${request.path}`,
    headers: {
      authorization: `Bearer ${found.token}`,
      'x-target-environment': mtnEnvironment(context.settings),
      'ocp-apim-subscription-key': context.credentials[`${request.product}_key`] ?? '',
      ...(request.reference !== undefined && { 'x-reference-id': request.reference }),
      ...(request.callbackUrl !== undefined && { 'x-callback-url': request.callbackUrl }),
      ...(request.body && { 'content-type': 'application/json' }),
    },
    body: request.body ? JSON.stringify(request.body) : null,
  });
  if (heard.kind === 'refused' && heard.status === 401) tokens.forget(context, request.product);
  return heard;
}

export function askToken(context: ProviderContext, product: MtnProduct): Promise<Heard> {
  const user = context.credentials[`${product}_user`] ?? '';
  const secret = context.credentials[`${product}_secret`] ?? '';
  return ask(context, {
    method: 'POST',
    url: `${providerAddress('mtn_momo', context.settings)}/${product}/token/`,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
      'ocp-apim-subscription-key': context.credentials[`${product}_key`] ?? '',
    },
    body: '',
  });
}

/** Their words about a refusal, and its code. */
export function mtnComplaint({ json }: Extract<Heard, { kind: 'refused' }>): {
  readonly code: string;
  readonly message: string;
} {
  return {
    code: textAt(json, 'code') ?? '',
    message: (textAt(json, 'message') ?? 'MTN MoMo refused the request.').slice(0, 200),
  };
}

type Failure = { readonly code: PaymentFailureCode; readonly message: string };

/** MTN's reasons, in our words. Its own word for too little money is the one for everything it does not explain. */
const REASONS: Readonly<Record<string, Failure>> = Object.freeze({
  APPROVAL_REJECTED: { code: 'customer_rejected', message: 'The payer declined the request.' },
  EXPIRED: { code: 'expired', message: 'The payer did not confirm in time.' },
  NOT_ENOUGH_FUNDS: { code: 'insufficient_funds', message: 'There is not enough money in the wallet.' },
  PAYER_LIMIT_REACHED: { code: 'limit_exceeded', message: "The payer's limit is reached." },
  PAYER_NOT_FOUND: { code: 'account_not_found', message: 'The number has no MoMo wallet.' },
  PAYEE_NOT_FOUND: { code: 'account_not_found', message: 'The number has no MoMo wallet.' },
  INTERNAL_PROCESSING_ERROR: {
    code: 'provider_error',
    message: 'MTN could not take the money; most often there is not enough in the wallet.',
  },
});

/** Why a request ended; the reason comes as a word, or as an object with code and message. */
export function mtnFailure(json: WireObject): Failure {
  const word = textAt(json, 'reason', 'code') ?? textAt(json, 'reason') ?? '';
  return (
    REASONS[word] ?? {
      code: 'provider_error',
      message: `MTN MoMo says ${/^[A-Z_]{1,60}$/.test(word) ? word : 'that it failed'}.`,
    }
  );
}
