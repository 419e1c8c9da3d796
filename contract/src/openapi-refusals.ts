import { ErrorEnvelope } from './envelope.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { sortedByName, type Json, type SchemaHoist } from './openapi-components.ts';
import { errorDetails } from './openapi-texts.ts';

export type RefusalHoist = {
  /** The answer that any of these codes makes: a reference to it where it has a name, else the answer itself. */
  readonly use: (codes: readonly ErrorCode[]) => Json;
  /** Every answer that has a name, by it. */
  readonly responses: () => Json;
  /** An example of the whole body of each code in use. */
  readonly examples: () => Json;
};

/** Moves answers that refuse into one place, where their codes give them a short name; each is made once. */
export function createRefusalHoist(schemas: SchemaHoist): RefusalHoist {
  const made = new Map<string, Json>();
  const responses = new Map<string, Json>();
  const examples = new Map<string, Json>();

  function make(codes: readonly ErrorCode[]): Json {
    for (const code of codes)
      examples.set(code, {
        summary: `${ERRORS[code].status} ${code}`,
        value: { success: false, error: errorOf(code) },
      });
    const refusal = refusalOf(codes, schemas);
    const name = nameOf(codes);
    if (name === null) return refusal;
    if (responses.has(name)) throw new Error(`Two different refusals are named ${name}.`);
    responses.set(name, refusal);
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    use: (codes) => {
      const key = codes.join(' ');
      const known = made.get(key) ?? make(codes);
      made.set(key, known);
      return known;
    },
    responses: () => sortedByName(responses),
    examples: () => sortedByName(examples),
  };
}

const NAME_CHARACTERS_MAX = 40;

/** Codes that follow from an operation's form, and what those that not all of a form have add to the name of an answer. */
const OF_FORM: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_REQUEST: '',
  VALIDATION_ERROR: '',
  INVALID_JSON: 'WithBody',
  PAGE_TOO_DEEP: 'OfList',
  UNAUTHORIZED: 'WhenSignedIn',
  INSUFFICIENT_SCOPE: '',
  IP_NOT_ALLOWED: '',
  MERCHANT_SUSPENDED: '',
  SECRET_KEY_IN_BROWSER: '',
  NOT_A_MEMBER: '',
  PUBLIC_KEY_NOT_ALLOWED: 'ToPublic',
  ORIGIN_NOT_ALLOWED: 'FromPage',
  NOT_FOUND: '',
  IDEMPOTENCY_IN_PROGRESS: 'OnPost',
  IDEMPOTENCY_KEY_REUSED: 'OnPost',
  SERVICE_UNAVAILABLE: '',
  STORAGE_FULL: 'OnWrite',
};

/** What answers are called that have no code but those of a form. */
const PHRASES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  403: 'Forbidden',
  503: 'ServiceUnavailable',
};

/**
 * The name that a set of codes of one status has whoever uses it: that of its only code beside those of a form,
 * and what of the form it has. With several such codes it has none, for it would tell no more than their list.
 */
function nameOf(codes: readonly ErrorCode[]): string | null {
  const [first, ...others] = codes;
  if (first === undefined) return null;
  if (others.length === 0) return inPascalCase(first);
  const own = codes.filter((code) => OF_FORM[code] === undefined);
  if (own.length > 1) return null;
  const lead = own[0] ? inPascalCase(own[0]) : PHRASES[ERRORS[first].status];
  const name = [lead, ...codes.map((code) => OF_FORM[code] ?? '')].join('');
  return lead === undefined || name.length > NAME_CHARACTERS_MAX ? null : name;
}

function refusalOf(codes: readonly ErrorCode[], schemas: SchemaHoist): Json {
  const waits = codes.some((code) => ERRORS[code].retryAfter);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
      ...(waits ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: {
      'application/json': {
        schema: schemas.use(ErrorEnvelope),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function errorOf(code: ErrorCode): Json {
  const details = errorDetails[code];
  return { code, message: ERRORS[code].meaning, ...(details ? { details } : {}) };
}

function inPascalCase(code: ErrorCode): string {
  return code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
}
