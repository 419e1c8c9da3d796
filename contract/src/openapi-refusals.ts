import { ErrorEnvelope } from './envelope.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { sortedByName, type Json, type SchemaHoist } from './openapi-components.ts';
import { errorDetails } from './openapi-texts.ts';

export type RefusalHoist = {
  /** A reference to the answer that any of these codes makes. */
  readonly use: (codes: readonly ErrorCode[]) => Json;
  /** Every such answer, by name. */
  readonly responses: () => Json;
  /** An example of the whole body of each code in use. */
  readonly examples: () => Json;
};

/** Moves answers that refuse into one place; the codes they carry make their name. */
export function createRefusalHoist(schemas: SchemaHoist): RefusalHoist {
  const responses = new Map<string, Json>();
  const examples = new Map<string, Json>();
  return {
    use: (codes) => {
      const name = codes.map(inPascalCase).join('Or');
      if (!responses.has(name)) responses.set(name, refusalOf(codes, schemas));
      for (const code of codes)
        examples.set(code, {
          summary: `${ERRORS[code].status} ${code}`,
          value: { success: false, error: errorOf(code) },
        });
      return { $ref: `#/components/responses/${name}` };
    },
    responses: () => sortedByName(responses),
    examples: () => sortedByName(examples),
  };
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
