import type { Operation } from '@cottontree/contract';
import { shapeCheck } from '../kernel/shape/check-shape.ts';
import { Failure } from '../kernel/call/failure.ts';
import { perOperation } from './per-operation.ts';
import { cleanText } from '../kernel/shape/clean-text.ts';

export type RawInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown };
export type ValidInput = { readonly params: object; readonly query: object; readonly body: object };

const NOTHING = Object.freeze({});

/** Compiles an operation's schemas into one function that answers valid input or refuses by name. */
export const validatorOf = perOperation((operation): ((raw: RawInput) => ValidInput) => {
  const params = operation.params && shapeCheck(operation.params, true);
  const query = operation.query && shapeCheck(operation.query, true);
  const body = operation.body && shapeCheck(operation.body, false);

  return (raw) => ({
    params: params ? params(cleaned(raw.params)) : NOTHING,
    query: query ? query(cleaned(raw.query)) : NOTHING,
    body: body ? body(bodyOf(operation, raw.body)) : NOTHING,
  });
});

function bodyOf(operation: Operation, body: unknown): unknown {
  if (body !== undefined) return body;
  if (operation.bodyOptional) return {};
  throw new Failure('VALIDATION_ERROR', 'The request needs a JSON body.', {
    details: { fields: [{ path: '', message: 'is required' }] },
  });
}

function cleaned(values: unknown): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values as object)) {
    clean[name] = Array.isArray(value)
      ? value.map((one) => cleanText(String(one), name))
      : cleanText(String(value), name);
  }
  return clean;
}
