import type { ProviderContext } from '../provider.ts';
import { ask, type Heard } from '../wire/ask.ts';
import { providerAddress } from '../provider-address.ts';
import { textAt } from '../wire/fields.ts';

export type MonimeRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Behind `/v1/`. */
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
};

/** The API's release that this was written for. */
const RELEASE = 'caph.2025-08-23';

/** One request to Monime; `result` of the answer is what was asked for. */
export function askMonime(
  context: ProviderContext,
  { method, path, body, idempotencyKey }: MonimeRequest,
): Promise<Heard> {
  return ask(context, {
    method,
    url: `${providerAddress('monime', context.settings)}/v1/${path}`,
    headers: {
      authorization: `Bearer ${context.credentials['access_token'] ?? ''}`,
      'monime-space-id': context.credentials['space_id'] ?? '',
      'monime-version': RELEASE,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: body ? JSON.stringify(body) : null,
  });
}

/** Their words about a refusal. */
export function monimeComplaint({ json }: Extract<Heard, { kind: 'refused' }>): string {
  return (
    textAt(json, 'error', 'message') ??
    textAt(json, 'messages', 0) ??
    textAt(json, 'message') ??
    'Monime refused the request.'
  ).slice(0, 200);
}
