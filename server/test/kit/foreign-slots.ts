import type { Operation } from '@cottontree/contract';
import { bodyWithField, fieldsOf, type FieldSchema } from './body-fields.ts';
import type { Seen, ProbeInput } from './probe.ts';
import { ABSENT, kindOf, type Kind } from './things.ts';

export type Place = 'params' | 'query' | 'body';
/** A place of a request that names a thing. */
export type Slot = {
  readonly operation: Operation;
  readonly place: Place;
  readonly path: string;
  readonly kind: Kind;
};

/** What a field names, by the last word of its path. */
const KINDS: Readonly<Record<string, Kind>> = {
  jobNumber: 'jobNumber',
  job_number: 'jobNumber',
  job_numbers: 'jobNumber',
  delivery_address_id: 'adr',
  pickup_address_id: 'adr',
  driver_id: 'drv',
  driver_ids: 'drv',
  expected_driver_id: 'drv',
  customer_id: 'cus',
  location_id: 'loc',
  from_location_id: 'loc',
  to_location_id: 'loc',
  default_location_id: 'loc',
  location_ids: 'loc',
  product_id: 'prod',
  product_ids: 'prod',
  variant_id: 'var',
  variant_ids: 'var',
  component_variant_id: 'var',
  category_id: 'cat',
  category_ids: 'cat',
  parent_id: 'cat',
  modifier_group_ids: 'mgr',
  tax_rate_id: 'tax',
  tax_rate_ids: 'tax',
  discount_id: 'disc',
  discount_ids: 'disc',
  staff_id: 'stf',
  cashier_id: 'stf',
  terminal_id: 'trm',
  cash_session_id: 'csh',
  sale_id: 'sale',
  invoice_id: 'inv',
  payment_id: 'pay',
  payment_link_id: 'plink',
  refund_id: 're',
  ticket_type_id: 'tt',
  ticket_type_ids: 'tt',
  order_id: 'tor',
  ticket_id: 'tkt',
  ticket_ids: 'tkt',
  event_id: 'evt',
  pool_id: 'pool',
  pool_ids: 'pool',
  ticket_order_id: 'tor',
  reconciliation_id: 'rcn',
  device_id: 'dev',
  endpoint_id: 'we',
  webhook_id: 'we',
  message_id: 'msg',
  provider_account_id: 'prv',
  key_id: 'key',
  person_id: 'stf',
};
/** Words that look like ids and name nothing of a merchant, each with its reason. */
export const NAMES_NOTHING: Readonly<Record<string, string>> = {
  client_id: 'made by the caller',
  transaction_id: "the caller's own word",
  quote_id: 'signed for one merchant: server/src/modules/shipping/pricing/quote-token.test.ts',
  merchant_id: 'the merchant itself; a key cannot name another',
  actor_id: 'a person or key, looked for as text',
  tax_id: 'the number of a tax office',
  whatsapp_phone_id: "a provider's own",
  account_id: "a provider's own",
  batch_id: "the caller's own word",
  id: 'a part of what the path or another field names',
};
/** What belongs to the platform, or answers alike whatever is asked for. */
const OF_NOBODY: ReadonlySet<Kind> = new Set<Kind>([
  'zone',
  'version',
  'ses',
  'usr',
  'mch',
  'off',
  'dep',
  'slug',
]);

export type Text = Omit<Slot, 'kind'>;

/** The last word of a field's path. */
export const lastWord = (path: string): string => path.split('.').findLast((word) => word !== '0') ?? '';
const exampleAt = (example: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (found, word) =>
        typeof found === 'object' && found !== null
          ? (found as Readonly<Record<string, unknown>>)[word]
          : undefined,
      example,
    );
const isKind = (word: string): word is Kind => word in ABSENT;

/** What a field names: as the example has it, else as its name says; null where that is nothing of a merchant. */
export function kindAt({ operation, place, path }: Text, ofNobody = OF_NOBODY): Kind | null {
  const example = exampleAt(operation.example[place], path);
  const shown =
    typeof example === 'string' && /^(?:[a-z]+_[0-9a-z]{26}|SHP-[\w-]{9})$/.test(example)
      ? kindOf(example)
      : null;
  const kind = shown ?? KINDS[lastWord(path)] ?? null;
  return kind !== null && isKind(kind) && !ofNobody.has(kind) ? kind : null;
}

const PLACES: readonly Place[] = ['params', 'query', 'body'];
/** Every text that these operations take. */
export function textsOf(taking: readonly Operation[]): readonly Text[] {
  return taking.flatMap((operation) =>
    PLACES.flatMap((place) =>
      fieldsOf((operation[place] ?? {}) as FieldSchema)
        .filter(({ types }) => types.includes('string'))
        .map(({ path }) => ({ operation, place, path })),
    ),
  );
}

/** Every place of these operations that names a thing of somebody. */
export function slotsOf(taking: readonly Operation[], ofNobody = OF_NOBODY): readonly Slot[] {
  const found = textsOf(taking).flatMap((text): readonly [string, Slot][] => {
    const kind = kindAt(text, ofNobody);
    return kind === null ? [] : [[`${text.operation.id} ${text.place} ${text.path}`, { ...text, kind }]];
  });
  return [...new Map(found).values()];
}

/** The request with this id in that place. */
export function withId(input: ProbeInput, { operation, place, path }: Slot, id: string): ProbeInput {
  if (place === 'params') return { ...input, params: { ...input.params, [path]: id } };
  if (place === 'query') return { ...input, query: { ...input.query, [path]: id } };
  const { body, ...rest } = input;
  return {
    ...rest,
    text: bodyWithField(operation.body as FieldSchema, body ?? {}, { path, json: JSON.stringify(id) }),
    headers: { ...input.headers, 'content-type': 'application/json' },
  };
}

/** A refusal word for word; of a success, which is of a new thing each time, its form: every field, and whether it holds anything. */
export function said({ status, text }: Seen, id: string, kind: Kind): string {
  const alike = text.replaceAll(id, ABSENT[kind]);
  if (status >= 400) return `${status} ${alike}`;
  if (!alike.startsWith('{')) return `${status} ${alike.length > 0}`;
  return `${status} ${JSON.stringify(JSON.parse(alike), (_name, value: unknown) => (value === null || typeof value === 'object' || typeof value === 'boolean' ? value : typeof value))}`;
}
