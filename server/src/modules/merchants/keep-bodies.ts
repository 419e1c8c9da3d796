import { KEPT_BODY_BYTES_MAX, operations, type Operation, type OperationId } from '@cottontree/contract';
import type { FinishedRequest } from '../../kernel/effect/finished-request.ts';
import {
  maskedJson,
  maskSentence,
  nameMask,
  shapeMask,
  type MaskedText,
  type ShapeMask,
} from '../../kernel/secrets/mask-by-shape.ts';

/** What was sent and answered, masked, as JSON text. */
export type KeptBodies = {
  readonly query: MaskedText;
  readonly request: MaskedText;
  readonly response: MaskedText;
};

export type BodyKeeper = {
  /** Masks what was exchanged; null where there is none, or as much was kept since the last renewal as is. */
  readonly keep: (request: FinishedRequest) => KeptBodies | null;
  readonly renew: () => void;
};

/** Between two renewals, a second apart: masking 100 exchanges of 3 kB takes about 6 ms of a core. */
const PER_NODE_MAX = 100;
const PER_TENANT_MAX = 25;
const QUERY_BYTES_MAX = 2_048;

type Masks = Readonly<Record<'params' | 'query' | 'body' | 'answer', ShapeMask>>;

const masks = new Map<OperationId, Masks>();

/** Keeps bodies of as many requests as cost next to nothing, and no more however many come. */
export function createBodyKeeper(): BodyKeeper {
  let kept = new Map<string, number>();
  let all = 0;
  return {
    keep(request) {
      const { tenant } = request.caller;
      const name = `${tenant.merchantId} ${tenant.livemode}`;
      const ofTenant = kept.get(name) ?? 0;
      if (all >= PER_NODE_MAX || ofTenant >= PER_TENANT_MAX) return null;
      all += 1;
      kept.set(name, ofTenant + 1);
      return bodiesOf(request);
    },
    renew() {
      kept = new Map();
      all = 0;
    },
  };
}

/** The path with those of its parameters masked that lead to something by themselves. */
export function shownPath(
  { operation, path }: Pick<FinishedRequest, 'operation' | 'path'>,
  params: unknown,
): string {
  const declared: Operation = operations[operation];
  if (declared.params === undefined || typeof params !== 'object' || params === null) return path;
  const mask = masksOf(operation).params;
  const given = new Map(Object.entries(params));
  return `/v1${declared.path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value: unknown = given.get(name);
    return typeof value === 'string' && (mask.field(name)?.shows(value) ?? false) ? value : '***';
  })}`;
}

function bodiesOf({ operation, status, exchanged }: FinishedRequest): KeptBodies {
  const { query, body, answer } = masksOf(operation);
  return {
    query: maskedJson(query, exchanged.query ?? {}, QUERY_BYTES_MAX),
    request: maskedJson(body, exchanged.body, KEPT_BODY_BYTES_MAX),
    response:
      status < 400 ? maskedJson(answer, exchanged.answer, KEPT_BODY_BYTES_MAX) : refusal(exchanged.answer),
  };
}

function masksOf(id: OperationId): Masks {
  const known = masks.get(id);
  if (known) return known;
  const { params, query, body, answer }: Operation = operations[id];
  const made = {
    params: shapeMask(params ? [params] : []),
    query: shapeMask(query ? [query] : []),
    body: shapeMask(body ? [body] : []),
    answer: shapeMask([answer, { type: 'array', items: answer } as typeof answer]),
  };
  masks.set(id, made);
  return made;
}

type Refusal = { readonly code?: string; readonly message?: string; readonly details?: object };

/** Its sentences are for people and quote what was sent. */
function refusal(error: unknown): MaskedText {
  const { code, message = '', details } = (error ?? {}) as Refusal;
  const head = { code, message: maskSentence(message) };
  if (details === undefined) return { text: JSON.stringify(head), cut: false };
  const told = maskedJson(nameMask(), withoutSentences(details), KEPT_BODY_BYTES_MAX);
  return { text: `${JSON.stringify(head).slice(0, -1)},"details":${told.text}}`, cut: told.cut };
}

/** The sentence of each field stands in the message as well. */
function withoutSentences(details: object): object {
  const { fields, ...more } = details as { readonly fields?: readonly { readonly path: string }[] };
  return fields === undefined ? more : { fields: fields.map(({ path }) => ({ path })), ...more };
}
