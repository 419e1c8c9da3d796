import type { Hash } from 'node:crypto';
import { envelopeOf, isCurrency, type Currency, type Operation } from '@cottontree/contract';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { Work } from '../kernel/running/in-turns.ts';
import { amountsAsText, declaredPart, type AmountsAsText, type AnswerSchema } from './amount-format.ts';
import { perOperation } from './per-operation.ts';

/** How an answer is to be written: as it was kept, and with its amounts as text, in this currency where it names none. */
export type LongForm = { readonly asKept: boolean; readonly textIn: Currency | null };

/** Writes the long answers of an operation in steps, to the very bytes that writing them at once would give. */
export type LongAnswers = {
  /** Whether `data` has so many items that writing it at once might hold others up. */
  readonly isLong: (data: unknown) => boolean;
  readonly write: (answer: object, form: LongForm) => Work<Buffer>;
  /** Adds to a hash what `JSON.stringify` writes of `data`. */
  readonly hash: (hash: Hash, data: unknown) => Work<void>;
};

type Fields = Readonly<Record<string, unknown>>;
type Names = readonly string[];
type Node = AnswerSchema & { readonly type?: unknown };
/** An array of the answer: where it stands, and what its items are. */
type Place = { readonly names: Names; readonly items: Node };
type WriteText = (value: unknown) => string;
/** What writes everything but the arrays, and what the items of each. */
type Writers = { readonly shell: WriteText; readonly items: readonly WriteText[] };

/** Shorter ones are not worth the trouble, unless an item has a megabyte. */
const ITEMS_MIN = 20;
/** So much is written in one step: about a millisecond. */
const STEP_CHARACTERS = 65_536;
/** Stands where an array belongs, with its number: a text that nothing can hold, for the database takes none with this character. */
const holeAt = (at: number): string => `\u0000${at}`;
const HOLES = /"\\u0000(\d+)"/;
const plainItem: WriteText = (item) => JSON.stringify(item) ?? 'null';

export const longAnswers = perOperation((operation): LongAnswers => {
  const envelope = envelopeOf(operation.answer, operation.list === true) as Node;
  const places = arraysIn(envelope, []).filter(({ names }) => names[0] === 'data');
  const inData = places.map((place) => ({ ...place, names: place.names.slice(1) }));
  let compiled: Writers | null = null;
  let texts: {
    readonly shell: AmountsAsText | null;
    readonly items: readonly (AmountsAsText | null)[];
  } | null = null;

  function writersOf(answer: object, { asKept, textIn }: LongForm): Writers {
    const plain = asKept ? asItWasKept(operation, places) : (compiled ??= bySchema(envelope, places));
    if (textIn === null) return plain;
    const asText = (texts ??= {
      shell: amountsAsText(envelope),
      items: places.map(({ items }) => amountsAsText(items)),
    });
    const inText = (write: WriteText, amounts: AmountsAsText | null, currency: Currency): WriteText =>
      amounts === null ? write : (value) => JSON.stringify(amounts(JSON.parse(write(value)), currency));
    return {
      shell: inText(plain.shell, asText.shell, textIn),
      items: places.map(({ names }, at) =>
        inText(
          plain.items[at] ?? JSON.stringify,
          asText.items[at] ?? null,
          currencyAt(answer, names, textIn),
        ),
      ),
    };
  }

  return {
    isLong: (data) => inData.some(({ names }) => (arrayAt(data, names)?.length ?? 0) > ITEMS_MIN),
    *write(answer, form) {
      const parts: Buffer[] = [];
      yield* writeParts(answer, { places, writers: writersOf(answer, form) }, (part) =>
        parts.push(Buffer.from(part)),
      );
      return Buffer.concat(parts);
    },
    *hash(hash, data) {
      yield* writeParts(data, { places: inData, writers: { shell: JSON.stringify, items: [] } }, (part) =>
        hash.update(part),
      );
    },
  };
});

/** Those that are no item's own, for each item is written at once. */
function arraysIn(node: Node, names: Names): readonly Place[] {
  if (node.type === 'array') return node.items ? [{ names, items: node.items }] : [];
  return node.type === 'object'
    ? Object.entries(node.properties ?? {}).flatMap(([name, part]) => arraysIn(part, [...names, name]))
    : [];
}

type Parting = { readonly places: readonly Place[]; readonly writers: Writers };

function* writeParts(
  value: unknown,
  { places, writers }: Parting,
  flush: (part: string) => void,
): Work<void> {
  const arrays = places.map(({ names }) => arrayAt(value, names));
  const shell = places.reduce<unknown>(
    (whole, { names }, at) => (arrays[at] ? withText(whole, names, holeAt(at)) : whole),
    value,
  );
  // What stands around the arrays, and between two such pieces the number of the array.
  const pieces = writers.shell(shell).split(HOLES);
  let text = pieces[0] ?? '';
  for (let piece = 1; piece < pieces.length; piece += 2) {
    const place = Number(pieces[piece]);
    const write = writers.items[place] ?? plainItem;
    let mark = '[';
    for (const item of arrays[place] ?? []) {
      text += mark + write(item);
      mark = ',';
      if (text.length < STEP_CHARACTERS) continue;
      flush(text);
      text = '';
      yield;
    }
    text += `${mark === '[' ? '[' : ''}]${pieces[piece + 1] ?? ''}`;
  }
  flush(text);
}

function bySchema(envelope: Node, places: readonly Place[]): Writers {
  const shell = places.reduce((whole, { names }) => withTextSchema(whole, names), envelope);
  return {
    shell: fastJsonStringify(shell as Schema),
    items: places.map(({ items }) => fastJsonStringify(items as Schema)),
  };
}

/** By its bytes as they were kept, and not by a schema that may have grown since. */
function asItWasKept({ list, answer }: Operation, places: readonly Place[]): Writers {
  const declared = (list ? { items: answer } : answer) as AnswerSchema;
  return {
    shell: (whole) =>
      JSON.stringify({ ...(whole as Fields), data: declaredPart(declared, (whole as Fields)['data']) }),
    items: places.map(
      ({ items }) =>
        (item) =>
          plainItem(declaredPart(items, item)),
    ),
  };
}

function arrayAt(value: unknown, names: Names): readonly unknown[] | null {
  const found = names.reduce<unknown>((whole, name) => (isFields(whole) ? whole[name] : undefined), value);
  return Array.isArray(found) ? found : null;
}

/** A copy with a text at a place. */
function withText(value: unknown, [name, ...inner]: Names, text: string): unknown {
  return name === undefined || !isFields(value)
    ? text
    : { ...value, [name]: withText(value[name], inner, text) };
}

/** A copy of a schema that has a text at a place. */
function withTextSchema(node: Node, [name, ...inner]: Names): Node {
  return name === undefined
    ? { type: 'string' }
    : {
        ...node,
        properties: { ...node.properties, [name]: withTextSchema(node.properties?.[name] ?? {}, inner) },
      };
}

/** The nearest that stands beside or above a place. */
function currencyAt(value: unknown, names: Names, above: Currency): Currency {
  let [currency, whole] = [above, value];
  for (const name of names) {
    if (!isFields(whole)) break;
    if (isCurrency(whole['currency'])) currency = whole['currency'];
    whole = whole[name];
  }
  return currency;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
