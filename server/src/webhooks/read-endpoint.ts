import type { CreateWebhookBody, UpdateWebhookBody } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure, invalid } from '../core/failure.ts';
import type { EndpointFields } from './endpoints.queries.ts';
import type { Webhooks } from './open-webhooks.ts';
import { ENDPOINT_HEADERS } from './send/endpoint-book.ts';
import { isReservedHeader } from './send/make-request.ts';

const DEFAULTS: EndpointFields = {
  url: '',
  description: null,
  events: ['*'],
  success: '200',
  max_in_flight: 8,
  rate_per_second: null,
  ordered: false,
  headers: null,
  header_names: [],
};

/** The endpoint that a body describes, on top of what it is now; refuses an address that may not be called and headers that are ours. */
export async function readEndpoint(
  body: CreateWebhookBody | UpdateWebhookBody,
  call: Call,
  { room, now = DEFAULTS }: { readonly room: Webhooks; readonly now?: EndpointFields },
): Promise<EndpointFields> {
  const headers =
    body.headers === undefined
      ? { headers: now.headers, header_names: now.header_names }
      : readHeaders(body.headers, room);
  if (body.url !== undefined && body.url !== now.url) await refuseUnlessAllowed(body.url, call, room);
  return {
    url: body.url ?? now.url,
    description: body.description === undefined ? now.description : body.description,
    events: body.events === undefined ? now.events : [...new Set(body.events)],
    success: body.success ?? now.success,
    max_in_flight: body.max_in_flight ?? now.max_in_flight,
    rate_per_second: body.rate_per_second === undefined ? now.rate_per_second : body.rate_per_second,
    ordered: body.ordered ?? now.ordered,
    ...headers,
  };
}

async function refuseUnlessAllowed(url: string, { tenant }: Call, room: Webhooks): Promise<void> {
  const verdict = await room.judgeUrl(url, { livemode: tenant.livemode });
  if (verdict)
    throw new Failure('URL_NOT_ALLOWED', `This url cannot be registered: ${verdict.reason}`, {
      details: { url, reason: verdict.reason },
    });
}

/** Names in lower case; values are sealed, for they often are passwords. */
function readHeaders(
  given: Readonly<Record<string, string>>,
  { vault }: Webhooks,
): Pick<EndpointFields, 'headers' | 'header_names'> {
  const entries = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value.trim()] as const);
  const names = entries.map(([name]) => name);
  const reserved = names.find(isReservedHeader);
  if (reserved !== undefined)
    throw invalid({
      path: `headers.${reserved}`,
      message: 'is written by HTTP or by this service and cannot be set',
    });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw invalid({ path: `headers.${twice}`, message: 'is given twice, in different case' });
  return {
    headers:
      names.length === 0 ? null : vault.seal(JSON.stringify(Object.fromEntries(entries)), ENDPOINT_HEADERS),
    header_names: names,
  };
}
