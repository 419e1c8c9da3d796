import {
  amountMark,
  type Currency,
  currencyDefault,
  envelopeOf,
  isCurrency,
  majorText,
} from '@cottontree/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../kernel/call/failure.ts';
import type { EventFeed } from '../kernel/running/event-feed.ts';
import type { AdmittedRequest } from './admitted-request.ts';
import { perOperation } from './per-operation.ts';

/** An answer on its way to somebody who wants its amounts as text. */
export type TextAmounts = {
  /** Of amounts beside which none stands. */
  readonly currency: Currency;
  /** Has what is sent next as JSON written so. */
  readonly writeTo: (reply: FastifyReply, asKept: ((answer: object) => string) | null) => void;
  /** The same of a stream of events. */
  readonly inFeed: (feed: EventFeed) => EventFeed;
};

type WantsText = (request: FastifyRequest, admitted: AdmittedRequest) => TextAmounts | null;

/** Tells of each request to an operation whether amounts are wanted as text; null: as numbers, or there are none. Made when the first one asks. */
export const textAmountsOf = perOperation((operation): WantsText => {
  let write: AmountsAsText | null | undefined;
  return ({ headers }, { caller }) => {
    if (!wantsText(headers['x-amount-format'])) return null;
    if (write === undefined) write = amountsAsText(envelopeOf(operation.answer, operation.list === true));
    return (
      write &&
      textAmounts(write, isCurrency(caller?.merchant.currency) ? caller.merchant.currency : currencyDefault)
    );
  };
});

function wantsText(format: string | string[] | undefined): boolean {
  if (format === undefined || format === 'number') return false;
  if (format === 'string') return true;
  throw invalid({ path: 'X-Amount-Format', message: 'must be number or string' });
}

function textAmounts(write: AmountsAsText, currency: Currency): TextAmounts {
  return {
    currency,
    writeTo(reply, asKept) {
      // What the schema writes as numbers is read again: so nothing else can differ between the two forms.
      const asNumbers = asKept ?? reply.getSerializationFunction(String(reply.statusCode)) ?? JSON.stringify;
      reply
        .type('application/json; charset=utf-8')
        .serializer((answer: object) => JSON.stringify(write(JSON.parse(asNumbers(answer)), currency)));
    },
    inFeed: (feed) => (sink) =>
      feed({
        ...sink,
        send: (event) =>
          sink.send({
            ...event,
            data: rewritten(
              event.data,
              (data) => (write({ data }, currency) as { readonly data: unknown }).data,
            ),
          }),
      }),
  };
}

function rewritten(text: string, write: (data: unknown) => unknown): string {
  return JSON.stringify(write(JSON.parse(text)));
}

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

export type AnswerSchema = {
  readonly properties?: Readonly<Record<string, AnswerSchema>>;
  readonly required?: readonly string[];
  readonly items?: AnswerSchema;
  readonly anyOf?: readonly AnswerSchema[];
};

/**
 * What a schema names of an answer, in the order in which first answers are written, whatever is missing: an answer that
 * was kept before a field was added is given again as it was, and what was never meant to leave does not leave now.
 */
export function declaredPart(schema: AnswerSchema, answer: unknown): unknown {
  const { properties, required = [], items, anyOf } = schema;
  if (anyOf)
    return isFields(answer) || Array.isArray(answer) ? declaredPart(formOf(anyOf, answer), answer) : answer;
  if (items && Array.isArray(answer)) return answer.map((item) => declaredPart(items, item));
  if (!properties || !isFields(answer)) return answer;
  const names = Object.keys(properties);
  const inOrder = [
    ...names.filter((name) => required.includes(name)),
    ...names.filter((name) => !required.includes(name)),
  ];
  return Object.fromEntries(
    inOrder.flatMap((name) =>
      name in answer ? [[name, declaredPart(properties[name] ?? {}, answer[name])]] : [],
    ),
  );
}

/** Of several forms an answer has the one whose fields it has all, else, where it is older, most. */
function formOf<S extends AnswerSchema>(forms: readonly S[], answer: unknown): S {
  const fits = forms.filter(({ properties, items }) =>
    Array.isArray(answer) ? items !== undefined : isFields(answer) && properties !== undefined,
  );
  const missing = ({ required = [] }: S): number =>
    isFields(answer) ? required.filter((name) => !(name in answer)).length : 0;
  const known = ({ properties = {} }: S): number =>
    isFields(answer) ? Object.keys(properties).filter((name) => name in answer).length : 0;
  const whole = fits.find((form) => missing(form) === 0);
  return whole ?? fits.toSorted((one, other) => known(other) - known(one))[0] ?? ({} as S);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
