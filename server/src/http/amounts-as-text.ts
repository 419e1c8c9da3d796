import { amountMark, isCurrency, majorText, type Currency } from '@cottontree/contract';
import { formOf } from './declared-part.ts';

/** A copy of an answer with every amount of money as text; `currency` counts where none stands beside an amount or above it. */
export type AmountsAsText = (answer: unknown, currency: Currency) => unknown;

type Schema = {
  readonly [amountMark]?: true | string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};
type Fields = Readonly<Record<string, unknown>>;

/** What writes the amounts that a schema marks as text; null where it marks none. */
export function amountsAsText(schema: object): AmountsAsText | null {
  const { properties, items, anyOf } = schema as Schema;
  if ((schema as Schema)[amountMark])
    return (amount, currency) => (typeof amount === 'number' ? majorText(amount, currency) : amount);
  if (properties) return inObject(properties);
  if (items) return inArray(amountsAsText(items));
  return anyOf ? inForms(anyOf) : null;
}

function inObject(properties: Readonly<Record<string, Schema>>): AmountsAsText | null {
  const writers = Object.entries(properties).flatMap(([name, schema]) => {
    const write = amountsAsText(schema);
    return write ? [{ name, write, decidedBy: schema[amountMark] }] : [];
  });
  if (writers.length === 0) return null;
  return (answer, above) => {
    if (!isObject(answer)) return answer;
    const currency = isCurrency(answer['currency']) ? answer['currency'] : above;
    const asText = writers.filter(
      ({ name, decidedBy }) => name in answer && !isPercentage(answer, decidedBy),
    );
    return {
      ...answer,
      ...Object.fromEntries(asText.map(({ name, write }) => [name, write(answer[name], currency)])),
    };
  };
}

function isPercentage(answer: Fields, decidedBy: true | string | undefined): boolean {
  return typeof decidedBy === 'string' && answer[decidedBy] === 'percent';
}

function inArray(write: AmountsAsText | null): AmountsAsText | null {
  return (
    write &&
    ((answer, currency) => (Array.isArray(answer) ? answer.map((item) => write(item, currency)) : answer))
  );
}

/** Of several forms the one that the answer has. */
function inForms(schemas: readonly Schema[]): AmountsAsText | null {
  const writers = new Map(schemas.map((schema) => [schema, amountsAsText(schema)]));
  if ([...writers.values()].every((write) => write === null)) return null;
  return (answer, currency) =>
    isObject(answer) ? (writers.get(formOf(schemas, answer))?.(answer, currency) ?? answer) : answer;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
