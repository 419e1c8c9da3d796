import { eventCatalogue, isEventKind, makeId, idRandomBytes, type IdPrefix } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { FACT_SECRET } from '../../../outbox/index.ts';
import type { Json } from '../../../store/index.ts';
import type { Batch, EndpointToTell, OutboxRow } from './fan-out.queries.ts';
import { matchEvents } from './match-events.ts';
import { renderMessage } from './render-message.ts';

/** The vault's purpose for the bytes of a message. */
export const MESSAGE_SECRET = 'webhook-message';

const RETENTION_MS = 31 * 86_400_000;

/** What is sent of a message. */
export type PlainMessage = {
  readonly event: string;
  readonly body: Buffer;
  /** As `keepTrace` writes it; empty where it is part of none. */
  readonly trace: string;
};

export type ToPlan = {
  readonly rows: readonly OutboxRow[];
  readonly endpoints: readonly EndpointToTell[];
  /** Later than that of any batch before. */ readonly now: Date;
};

/**
 * What a batch of facts becomes: each one message, its body rendered once and sealed, and a
 * delivery for each endpoint that wants its kind: to be sent where the endpoint is active,
 * else skipped with the reason.
 */
export function planMessages(
  context: Pick<Context, 'world' | 'vault'>,
  { rows, endpoints, now }: ToPlan,
): { readonly batch: Batch; /** The bodies as they are sent. */ readonly plain: readonly Buffer[] } {
  const newId = idMaker(context, now);
  const byTenant = groupByTenant(endpoints);
  const plain = rows.map((row) => readableBody(context, row));
  const messages = rows.map((row, at) => ({
    row,
    id: newId('msg_'),
    body: context.vault.seal(plain[at] ?? '', MESSAGE_SECRET),
  }));
  const deliveries = messages.flatMap(({ row }, index) =>
    (byTenant.get(tenantKey(row)) ?? [])
      .filter((endpoint) => wants(endpoint, row))
      .map((endpoint) => ({
        endpoint,
        id: newId('wd_'),
        place: index + 1,
        reason: endpoint.status === 'active' ? '' : `endpoint_${endpoint.status}`,
      })),
  );
  const batch = {
    created_at: now,
    expires_at: new Date(now.getTime() + RETENTION_MS),
    merchant_ids: rows.map((row) => row.merchant_id),
    livemodes: rows.map((row) => row.livemode),
    ids: messages.map((message) => message.id),
    events: rows.map((row) => row.kind),
    entities: rows.map((row) => row.entity),
    sequences: rows.map((row) => row.sequence),
    bodies: messages.map((message) => message.body),
    traces: rows.map(({ trace }) => trace ?? ''),
    delivery_ids: deliveries.map((delivery) => delivery.id),
    message_places: deliveries.map((delivery) => delivery.place),
    endpoint_ids: deliveries.map((delivery) => delivery.endpoint.id),
    lanes: deliveries.map((delivery) => delivery.endpoint.lane),
    entity_keys: deliveries.map(({ endpoint, place }) => (endpoint.ordered ? matterOf(rows[place - 1]) : '')),
    reasons: deliveries.map((delivery) => delivery.reason),
  };
  return { batch, plain };
}

/** The tenants of some rows, each once. */
export function tenantsOf(rows: readonly OutboxRow[]): readonly Tenant[] {
  return [
    ...new Map(
      rows.map((row) => [tenantKey(row), { merchantId: row.merchant_id, livemode: row.livemode }]),
    ).values(),
  ];
}

/**
 * Ids of one moment, so that an id alone tells which partition holds its row. Those made later sort
 * later: a counter stands in the first 18 bits that would be chance (RFC 9562, 6.2), before 56 that are.
 */
export function idMaker({ world }: Pick<Context, 'world'>, now: Date): (prefix: IdPrefix) => string {
  const nowMs = now.getTime();
  let made = 0;
  return (prefix) => {
    const random = world.randomBytes(idRandomBytes);
    random.writeUInt16BE((made >>> 6) & 0xfff, 0);
    random.writeUInt8(made & 0x3f, 2);
    made += 1;
    return makeId(prefix, nowMs, random);
  };
}

const SUBJECTS = [
  'invoice_id',
  'sale_id',
  'ticket_order_id',
  'payment_link_id',
  'delivery_job_number',
] as const;

/** What a message belongs to: money, what goes back of it and what comes of it belong to what the money is for, else to the payment; the rest belongs to itself. */
export function matterOf(row: Pick<OutboxRow, 'kind' | 'entity' | 'facts'> | undefined): string {
  const facts = (row?.facts ?? {}) as Readonly<Record<string, unknown>>;
  const fields = row?.kind.startsWith('refund.') ? [...SUBJECTS, 'payment_id'] : SUBJECTS;
  const subject = fields.map((field) => facts[field]).find((id) => typeof id === 'string');
  return typeof subject === 'string' ? subject : (row?.entity ?? '');
}

function tenantKey(row: { readonly merchant_id: string; readonly livemode: boolean }): string {
  return `${row.merchant_id}:${row.livemode}`;
}

function groupByTenant(endpoints: readonly EndpointToTell[]): ReadonlyMap<string, readonly EndpointToTell[]> {
  const groups = new Map<string, EndpointToTell[]>();
  for (const endpoint of endpoints) {
    const group = groups.get(tenantKey(endpoint));
    if (group) group.push(endpoint);
    else groups.set(tenantKey(endpoint), [endpoint]);
  }
  return groups;
}

function wants(endpoint: EndpointToTell, row: OutboxRow): boolean {
  const { kind } = row;
  return (
    !isAboutItself(endpoint, row) &&
    matchEvents(endpoint.events, { name: kind, default: isEventKind(kind) && eventCatalogue[kind].default })
  );
}

/** Nobody is told of his own deafness. */
function isAboutItself(endpoint: EndpointToTell, { kind, entity }: OutboxRow): boolean {
  return kind.startsWith('webhooks.endpoint.') && entity === endpoint.id;
}

/** Thrown for a fact that cannot become a message, so that the others of its batch still can. */
export class UnreadableFact extends Error {
  override readonly name = 'UnreadableFact';
  readonly id: bigint;
  constructor(id: bigint, cause: unknown) {
    super(`The fact ${id} of the outbox cannot become a message.`, { cause });
    this.id = id;
  }
}

function readableBody(context: Pick<Context, 'vault'>, row: OutboxRow): Buffer {
  try {
    return bodyOf(context, row);
  } catch (error) {
    throw new UnreadableFact(row.id, error);
  }
}

function bodyOf({ vault }: Pick<Context, 'vault'>, row: OutboxRow): Buffer {
  const { sealed, ...open } = row.facts as {
    readonly sealed?: Readonly<Record<string, string>>;
    readonly [field: string]: Json | undefined;
  };
  const secrets = Object.entries(sealed ?? {}).map(([field, text]) => [
    field,
    vault.open(Buffer.from(text, 'base64'), FACT_SECRET).toString('utf8'),
  ]);
  return renderMessage({
    event: row.kind,
    livemode: row.livemode,
    createdAt: row.created_at,
    object: { ...open, ...Object.fromEntries(secrets) },
  });
}
