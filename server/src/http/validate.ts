import type { Operation } from '@cottontree/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { Failure, invalid, type FieldProblem } from '../core/failure.ts';
import { cleanText } from './read-json.ts';

export type RawInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown };
export type ValidInput = { readonly params: object; readonly query: object; readonly body: object };

const PROBLEMS_MAX = 20;
const NOTHING = Object.freeze({});

/** 1e400 is JSON but no number that could be kept, so numbers must be finite. */
const strictTypes = new Ajv2020({ allErrors: true, strict: false, strictNumbers: true, ownProperties: true });
/** In a query everything is text, so numbers and booleans are read out of it. */
const readFromText = new Ajv2020({ allErrors: true, strict: false, strictNumbers: true, coerceTypes: true, ownProperties: true });
for (const ajv of [strictTypes, readFromText]) ajv.addFormat('date-time', true);

/** Compiles an operation's schemas into one function that answers valid input or refuses by name. */
export function validatorOf(operation: Operation): (raw: RawInput) => ValidInput {
  const params = operation.params && readFromText.compile(operation.params);
  const query = operation.query && readFromText.compile(operation.query);
  const body = operation.body && strictTypes.compile(operation.body);

  return (raw) => ({
    params: params ? checked(params, cleaned(raw.params)) : NOTHING,
    query: query ? checked(query, cleaned(raw.query)) : NOTHING,
    body: body ? checked(body, bodyOf(operation, raw.body)) : NOTHING,
  });
}

function bodyOf(operation: Operation, body: unknown): unknown {
  if (body !== undefined) return body;
  if (operation.bodyOptional) return {};
  throw new Failure('VALIDATION_ERROR', 'The request needs a JSON body.', { details: { fields: [{ path: '', message: 'is required' }] } });
}

function cleaned(values: unknown): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values as object)) {
    clean[name] = Array.isArray(value) ? value.map((one) => cleanText(String(one), name)) : cleanText(String(value), name);
  }
  return clean;
}

function checked(validate: ValidateFunction, value: unknown): object {
  if (validate(value)) return value as object;
  throw invalid(...problemsOf(validate.errors ?? []));
}

function problemsOf(errors: readonly ErrorObject[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const error of errors) {
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    const problem = { path: pathOf(error), message: sentenceOf(error) };
    if (!problems.has(problem.path)) problems.set(problem.path, problem);
    if (problems.size === PROBLEMS_MAX) break;
  }
  return [...problems.values()];
}

function pathOf(error: ErrorObject): string {
  const path = error.instancePath
    .slice(1)
    .split('/')
    .filter(Boolean)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((before, part) => (/^\d+$/.test(part) ? `${before}[${part}]` : before ? `${before}.${part}` : part), '');
  const missing = error.keyword === 'required' ? (error.params as { missingProperty: string }).missingProperty : '';
  if (missing) return path ? `${path}.${missing}` : missing;
  return path || 'body';
}

const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

function sentenceOf(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${[params['type']].flat().map((type) => article(String(type))).join(' or ')}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).filter((value) => value !== null).join(', ')}`;
    case 'minLength':
      return Number(params['limit']) === 1 ? 'must not be empty' : `must have at least ${String(params['limit'])} characters`;
    case 'maxLength':
      return `must have at most ${String(params['limit'])} characters`;
    case 'minimum':
      return `must be at least ${String(params['limit'])}`;
    case 'maximum':
      return `must be at most ${String(params['limit'])}`;
    case 'exclusiveMinimum':
      return `must be more than ${String(params['limit'])}`;
    case 'minItems':
      return `must have at least ${String(params['limit'])} items`;
    case 'maxItems':
      return `must have at most ${String(params['limit'])} items`;
    case 'maxProperties':
      return `must have at most ${String(params['limit'])} keys`;
    default:
      return error.message ?? 'is not valid';
  }
}
