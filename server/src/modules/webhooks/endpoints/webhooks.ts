import {
  operations,
  type CreateWebhookBody,
  type Data,
  type Input,
  type NewWebhook,
  type Operations,
  type UpdateWebhookBody,
  type Webhook,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change, changesNothing } from '../../../kernel/change/change.ts';
import { effect, orFirstAnswer } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode } from '../../../kernel/call/tenant.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  endpointList,
  findEndpoint,
  insertEndpoint,
  lockEndpoints,
  setEndpointStatus,
  type EndpointFields,
  type EndpointRecord,
} from './endpoints.queries.ts';
import { makeSecret } from '../signing/make-secret.ts';
import type { Webhooks } from '../module.ts';
import { idMaker } from '../fan-out/plan-messages.ts';
import { presentWebhook, replyWebhook, webhookNotFound } from './present-webhook.ts';
import { ENDPOINT_HEADERS, isReservedHeader } from '../signing/message-headers.ts';

const ENDPOINTS_MAX = 20;

/** Registers an endpoint in the caller's mode; the answer shows its signing secret, once. */
export async function createWebhook(
  { body }: Input<Operations['createWebhook']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<NewWebhook>> {
  const { tenant } = call;
  const judged = await orFirstAnswer<EndpointFields, NewWebhook>(module, call, () => {
    const shown = { status: 'active', ...showMode(tenant.livemode) };
    refuseReadOnly(operations.createWebhook.readOnly, body, shown);
    return readEndpoint(body, call, { module });
  });
  if ('answer' in judged) return judged.answer;
  const { fresh: fields } = judged;

  return effect(module, call, {
    work: async (tx) => {
      await lockEndpoints(tx, tenant);
      const now = module.world.systemNow();
      const id = idMaker(module, now)('we_');
      const { secret, stored } = makeSecret(module, now);
      const made = await insertEndpoint(tx, tenant, {
        ...fields,
        id,
        created_at: now,
        secret_id: stored.id,
        secret: stored.sealed,
        endpoints_max: ENDPOINTS_MAX,
      });
      if (!made) throw tooManyEndpoints();
      return reply({ ...presentWebhook(made, now), secret }, { version: String(made.version) });
    },
  });
}

function tooManyEndpoints(): Failure {
  return new Failure(
    'TOO_MANY_ENDPOINTS',
    `There are ${ENDPOINTS_MAX} webhook endpoints already. Delete one that is not needed and try again.`,
    { details: { endpoints_max: ENDPOINTS_MAX } },
  );
}

/** Lists the endpoints of the caller's mode, newest first unless sorted otherwise. */
export async function listWebhooks(
  { query }: Input<Operations['listWebhooks']>,
  call: Call,
  { store, world }: Webhooks,
): Promise<Reply<readonly Webhook[]>> {
  const { rows, meta } = await endpointList.find(store.reads(call.tenant), { call, query });
  const now = world.systemNow();
  return reply(
    rows.map((record) => presentWebhook(record, now)),
    { meta },
  );
}

/** Reads one endpoint. */
export async function getWebhook(
  { params }: Input<Operations['getWebhook']>,
  { tenant }: Call,
  module: Webhooks,
): Promise<Reply<Webhook>> {
  const record = await findEndpoint(module.store.of(tenant), tenant, params.id);
  if (!record) throw webhookNotFound(params.id);
  return replyWebhook(record, module.world.systemNow());
}

/** Changes the fields given, on the version that was read; with If-Match, only if that is the one the caller saw. */
export async function updateWebhook(
  { params, body }: Input<Operations['updateWebhook']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<Webhook>> {
  const runner = module.store.of(call.tenant);
  const endpoint = {
    key: { tenant: call.tenant, id: params.id },
    tooMany: 'requests change this endpoint',
    read: () => findEndpoint(runner, call.tenant, params.id),
    notFound: () => webhookNotFound(params.id),
    ifMatch: call.ifMatch,
    seen: ({ version, id }: EndpointRecord) => ({ version, what: `The webhook endpoint ${id}` }),
  };
  return change<EndpointRecord, Reply<Webhook>>(endpoint, async (record) => {
    refuseReadOnly(operations.updateWebhook.readOnly, body, presentWebhook(record, module.world.systemNow()));
    const fields = await readEndpoint(body, call, { module, now: record });
    if (changesNothing(fields, record)) return replyWebhook(record, module.world.systemNow());
    if (body.headers === undefined) refuseToCarryHeaders(record, fields.url);
    const now = module.world.systemNow();
    const facts =
      fields.url === record.url
        ? []
        : [movedFact(record, { url: fields.url, keyId: call.caller.keyId, now })];
    const changed = await changeEndpoint(runner, call.tenant, {
      ...fields,
      id: record.id,
      version: record.version,
      updated_at: now,
      facts,
    });
    return changed && replyWebhook(changed, now);
  });
}

/** Refuses to send the extra headers, which often are passwords, to an origin for which they were not given. */
function refuseToCarryHeaders({ url, header_names: names }: EndpointRecord, moved: string): void {
  if (names.length === 0 || new URL(moved).origin === new URL(url).origin) return;
  throw invalid({
    path: 'headers',
    message: `must be given again, because the url leads to another origin: ${names.join(', ')}, or {} for none`,
  });
}

function movedFact(
  record: EndpointRecord,
  { url, keyId, now }: { readonly url: string; readonly keyId: string; readonly now: Date },
): Fact {
  const facts = {
    endpoint_id: record.id,
    url,
    previous_url: record.url,
    description: record.description,
    key_id: keyId,
    moved_at: now.toISOString(),
  };
  return newFact({
    kind: 'webhooks.endpoint.moved',
    sequence: record.version + 1,
    at: now.toISOString(),
    facts,
  });
}

/** Deletes an endpoint with its secrets; what was still to be sent to it is skipped, and its deliveries stay readable. */
export async function deleteWebhook(
  { params }: Input<Operations['deleteWebhook']>,
  { tenant }: Call,
  module: Webhooks,
): Promise<Reply<Data<Operations['deleteWebhook']>>> {
  if (!(await deleteEndpoint(module.store.of(tenant), tenant, params.id))) throw webhookNotFound(params.id);
  return reply({ id: params.id, deleted: true });
}

/** Skips an endpoint from now on, until it is enabled. */
export async function disableWebhook(
  { params }: Input<Operations['disableWebhook']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<Webhook>> {
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const record = await setEndpointStatus(runner, call.tenant, {
        id: params.id,
        status: 'disabled',
        disabled_reason: 'by_merchant',
        now: module.world.systemNow(),
      });
      if (!record) throw webhookNotFound(params.id);
      return replyWebhook(record, module.world.systemNow());
    },
  });
}

/** Lets an endpoint get messages again; what was skipped meanwhile is not sent by itself. */
export async function enableWebhook(
  { params }: Input<Operations['enableWebhook']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<Webhook>> {
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const record = await setEndpointStatus(runner, call.tenant, {
        id: params.id,
        status: 'active',
        disabled_reason: null,
        now: module.world.systemNow(),
      });
      if (!record) throw webhookNotFound(params.id);
      return replyWebhook(record, module.world.systemNow());
    },
  });
}

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
async function readEndpoint(
  body: CreateWebhookBody | UpdateWebhookBody,
  call: Call,
  { module, now = DEFAULTS }: { readonly module: Webhooks; readonly now?: EndpointFields },
): Promise<EndpointFields> {
  const headers =
    body.headers === undefined
      ? { headers: now.headers, header_names: now.header_names }
      : readHeaders(body.headers, module);
  if (body.url !== undefined && body.url !== now.url) await refuseUnlessAllowed(body.url, call, module);
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

async function refuseUnlessAllowed(url: string, { tenant }: Call, module: Webhooks): Promise<void> {
  const verdict = await module.judgeUrl(url, { livemode: tenant.livemode });
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
