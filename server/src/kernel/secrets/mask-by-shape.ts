import type { TSchema } from 'typebox';

/** What of a value that the contract describes may be seen by whoever reads logs. */
export type ShapeMask = {
  /** The part of the mask for a field; undefined: the contract does not know it. */
  readonly field: (name: string) => ShapeMask | undefined;
  readonly item: () => ShapeMask | undefined;
  readonly shows: (value: string | number | boolean) => boolean;
};

export type MaskedText = { readonly text: string; readonly cut: boolean };

const MASK = '***';
const REST = '…';

/** The contract's words for what is never shown, whatever its values are. */
const SECRET =
  /(pin|pwd|password|token|secret|signature|credential|otp|salt|nonce|hash|cvc|cvv|qr|lat|lng|card|last_four)s?$|^(pin|password|token|secret|card|code|key|answers|credentials|custom_fields|metadata|destination|payout_destination)(_|$)/;
/** Fields of free text whose values are words of the trade: numbers of documents, kinds, places in a list. */
const PLAIN = new Set(
  `action actor_type channel column country day decision delivery_zone disabled_reason entity event external_ref failure frequency gate
   invoice_number jobNumber job_number job_numbers kind method number operation order_number original_job_number percent pickup_zone
   provider provider_currency receipt_number ref_type refund_status role service_level set_to sku slug state status tag tax_name time_zone
   timezone type unit vehicle_type version zone from to sort cursor`.split(/\s+/),
);
const PLAIN_VALUE = /^[\w./#+-][\w ./#+-]{0,63}$/;
const MANY_DIGITS = /\d[\d ./-]{6,}\d/;
const ID =
  /^[a-z]{2,6}_[0-9a-hjkmnp-tv-z]{26}$|^SHP-[0-9A-Z]{4}-[0-9A-Z]{4}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const DECIMAL = /^-?\d{1,15}(\.\d{1,6})?$/;

type Schema = TSchema & {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};

/** Derives from schemas what of a value may be shown: numbers, words of closed lists, times, ids and words of the trade, unless the field's name says that it is a secret. */
export function shapeMask(schemas: readonly TSchema[], name = ''): ShapeMask {
  const all = (schemas as readonly Schema[]).flatMap(alternatives);
  const isSecret = SECRET.test(name);
  const words = new Set(all.flatMap((schema) => ('const' in schema ? [schema.const] : (schema.enum ?? []))));
  const types = new Set(all.flatMap(({ type }) => type ?? []));
  const fields = new Map<string, ShapeMask | undefined>();
  let item: ShapeMask | undefined;
  return {
    field(key) {
      if (!fields.has(key)) {
        const known = all.flatMap(({ properties }) =>
          Object.hasOwn(properties ?? {}, key) ? [properties?.[key]] : [],
        );
        fields.set(
          key,
          isSecret || known.length === 0 ? undefined : shapeMask(known as readonly TSchema[], key),
        );
      }
      return fields.get(key);
    },
    item() {
      item ??= shapeMask(
        all.flatMap(({ items }) => (items ? [items] : [])),
        name,
      );
      return item;
    },
    shows(value) {
      if (isSecret) return false;
      if (words.has(value)) return true;
      if (typeof value === 'boolean') return types.has('boolean');
      if (typeof value === 'number') return types.has('number') || types.has('integer');
      return showsText(name, value, types);
    },
  };
}

/** The same of what no schema describes, the details of refusals: by names alone. */
export function nameMask(name = ''): ShapeMask {
  const isSecret = SECRET.test(name);
  return {
    field: (key) => (isSecret ? undefined : nameMask(key)),
    item: () => nameMask(name),
    shows: (value) =>
      !isSecret && (typeof value !== 'string' || showsText(name, value, new Set()) || isPath(name, value)),
  };
}

/** Where in a request a fault is. */
function isPath(name: string, value: string): boolean {
  return name === 'path' && /^[\w.[\]-]{1,120}$/.test(value) && !MANY_DIGITS.test(value);
}

function alternatives(schema: Schema): readonly Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema];
}

function showsText(name: string, value: string, types: ReadonlySet<string>): boolean {
  if (value === '' || TIME.test(value)) return true;
  if (ID.test(value)) return true;
  if (/(^|_)ids?$|Ids?$/.test(name)) return false;
  if (types.has('number') && DECIMAL.test(value)) return true;
  return PLAIN.has(name) && PLAIN_VALUE.test(value) && !MANY_DIGITS.test(value);
}

/** JSON of a value with everything masked that its mask does not show, and … for what is beyond the limit. */
export function maskedJson(mask: ShapeMask, value: unknown, bytesMax: number): MaskedText {
  const budget = { left: bytesMax, cut: false };
  const text = JSON.stringify(masked(mask, value, budget)) ?? 'null';
  return { text, cut: budget.cut };
}

type Budget = { left: number; cut: boolean };

function masked(mask: ShapeMask | undefined, value: unknown, budget: Budget): unknown {
  if (value === null || value === undefined) return spend(budget, 4) ? null : REST;
  if (Array.isArray(value)) return maskedItems(mask?.item(), value, budget);
  if (value instanceof Date) return spend(budget, 26) ? value : REST;
  if (typeof value === 'object') return maskedFields(mask, value, budget);
  const plain = value as string | number | boolean;
  const shown = mask?.shows(plain) ? plain : MASK;
  return spend(budget, String(shown).length + 3) ? shown : REST;
}

function maskedItems(mask: ShapeMask | undefined, items: readonly unknown[], budget: Budget): unknown[] {
  const shown: unknown[] = [];
  for (const item of items) {
    if (budget.cut) break;
    shown.push(masked(mask, item, budget));
  }
  if (shown.length < items.length) shown.push(REST);
  return shown;
}

function maskedFields(mask: ShapeMask | undefined, fields: object, budget: Budget): object {
  const shown: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (budget.cut || !spend(budget, name.length + 4)) {
      shown.push([REST, REST]);
      break;
    }
    shown.push([name.slice(0, 64), masked(mask?.field(name), value, budget)]);
  }
  return Object.fromEntries(shown);
}

function spend(budget: Budget, bytes: number): boolean {
  budget.left -= bytes;
  if (budget.left < 0) budget.cut = true;
  return !budget.cut;
}

/** A sentence for people without what it quotes, the phones, addresses and long numbers in it. */
export function maskSentence(text: string): string {
  return redact(text)
    .replace(/"[^"]{1,500}"/g, '"…"')
    .replace(/[^\s"'<>]+/g, (word) => (/.@./.test(word) ? MASK : word))
    .replace(/\+?\d[\d ()-]{4,}\d/g, MASK);
}

const SECRETS = /\b((?:[sp]k|wst)_(?:live|test)_|c[dom]s_(?=[\w-]{43}))[\w-]+|\b(whsec_)[0-9A-Za-z+/_-]+=*/g;

/** Text without the API keys, sessions' tokens and webhook secrets in it; what they are for stays readable. */
export function redact(text: string): string {
  return text.replace(
    SECRETS,
    (_whole, key: string | undefined, secret: string | undefined) => `${key ?? secret ?? ''}***`,
  );
}
