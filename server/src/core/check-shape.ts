import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { invalid, type FieldProblem } from './failure.ts';

/** Holds a value to the shape it was made for; refuses naming each field at fault. */
export type ShapeCheck = (value: unknown) => object;

/** Characters of a faulty key that a refusal repeats. */
const KEY_SHOWN_MAX = 50;
const PROBLEMS_MAX = 20;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** 1e400 is JSON but no number that could be kept, so numbers must be finite. */
const strictTypes = new Ajv2020({ allErrors: true, strict: false, strictNumbers: true, ownProperties: true });
/** In a query everything is text, so numbers and booleans are read out of it. */
const readFromText = new Ajv2020({
  allErrors: true,
  strict: false,
  strictNumbers: true,
  coerceTypes: true,
  ownProperties: true,
});
for (const ajv of [strictTypes, readFromText]) ajv.addFormat('date-time', true).addFormat('uuid', UUID);

/**
 * Compiles a schema when it is first needed: all of them at once would be half of a start and much of a node's memory.
 * `fromText` reads numbers and booleans out of text, as a query has them.
 */
export function shapeCheck(schema: object, fromText: boolean): ShapeCheck {
  let compiled: ValidateFunction | null = null;
  const validate = (): ValidateFunction =>
    (compiled ??= (fromText ? readFromText : strictTypes).compile(schema));
  return fromText ? (value) => withEnds(checked(validate(), value)) : (value) => checked(validate(), value);
}

/** Reading numbers out of text takes "Infinity" and "1e400" for one, past every limit of the schema. */
function withEnds(values: object): object {
  const endless = Object.entries(values).find(([, value]) => value === Infinity || value === -Infinity);
  if (endless) throw invalid({ path: endless[0], message: 'must be a finite number' });
  return values;
}

function checked(validate: ValidateFunction, value: unknown): object {
  if (validate(value)) return value as object;
  throw invalid(...problemsOf(validate.errors ?? []));
}

function problemsOf(errors: readonly ErrorObject[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const error of errors) {
    if (error.keyword === 'if' || error.keyword === 'propertyNames' || isOfOtherForm(error, errors)) continue;
    const problem = { path: pathOf(error), message: keyed(error, sentenceOf(error)) };
    if (!problems.has(problem.path)) problems.set(problem.path, problem);
    if (problems.size === PROBLEMS_MAX) break;
  }
  return [...problems.values()];
}

/** Where a value may have two forms, what is wrong inside the form it has says more than that it has not the other. */
function isOfOtherForm(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  return (
    error.keyword === 'type' &&
    errors.some((other) => other.instancePath.startsWith(`${error.instancePath}/`))
  );
}

/** What is wrong with a key is said of it, not of the object that holds it. */
function keyed({ propertyName }: ErrorObject, sentence: string): string {
  return propertyName === undefined
    ? sentence
    : `holds the key ${JSON.stringify(propertyName.slice(0, KEY_SHOWN_MAX))}, which ${sentence}`;
}

function pathOf(error: ErrorObject): string {
  const path = error.instancePath
    .slice(1)
    .split('/')
    .filter(Boolean)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (before, part) => (/^\d+$/.test(part) ? `${before}[${part}]` : before ? `${before}.${part}` : part),
      '',
    );
  const missing =
    error.keyword === 'required' ? (error.params as { missingProperty: string }).missingProperty : '';
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
      return `must be ${[params['type']]
        .flat()
        .map((type) => article(String(type)))
        .join(' or ')}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).filter((value) => value !== null).join(', ')}`;
    case 'minLength':
      return Number(params['limit']) === 1
        ? 'must not be empty'
        : `must have at least ${String(params['limit'])} characters`;
    case 'maxLength':
      return `must have at most ${String(params['limit'])} characters`;
    case 'minimum':
      return `must be at least ${String(params['limit'])}`;
    case 'maximum':
      return `must be at most ${String(params['limit'])}`;
    case 'exclusiveMinimum':
      return `must be more than ${String(params['limit'])}`;
    case 'minItems':
      return Number(params['limit']) === 1
        ? 'must have an item'
        : `must have at least ${String(params['limit'])} items`;
    case 'maxItems':
      return `must have at most ${String(params['limit'])} items`;
    case 'uniqueItems':
      return 'must not have the same item twice';
    case 'minProperties':
      return Number(params['limit']) === 1
        ? 'must have a field'
        : `must have at least ${String(params['limit'])} fields`;
    case 'maxProperties':
      return `must have at most ${String(params['limit'])} keys`;
    case 'format':
      return `must be a ${params['format'] === 'uuid' ? 'UUID' : String(params['format'])}`;
    default:
      return error.message ?? 'is not valid';
  }
}
