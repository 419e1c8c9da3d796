import type { TObject, TSchema } from 'typebox';
import { whoCalls } from './callers.ts';
import { envelopeOf } from './envelope.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import type { Json, SchemaHoist } from './openapi-components.ts';
import { errorsOf, isIdempotent, type Operation } from './operation.ts';
import { amountMark, FileBytes } from './schema.ts';
import { takesSessions } from './session-operations.ts';

const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });
const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });
const everyHeader = {
  'X-Request-Id': header('XRequestId'),
  'RateLimit-Limit': header('RateLimitLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
};

/** Where the parts go that many operations share. */
export type Hoists = {
  readonly schemas: SchemaHoist;
  /** The answer that any of these codes makes, all of one status. */
  readonly responses: (codes: readonly ErrorCode[]) => Json;
};

/** One operation as OpenAPI 3.1 writes it. */
export function openApiOperation(declared: Operation, { schemas, responses }: Hoists): Json {
  return {
    operationId: declared.id,
    tags: [declared.tag],
    summary: declared.summary,
    description: describe(declared),
    parameters: parametersOf(declared, schemas),
    ...(declared.body ? { requestBody: requestBodyOf(declared, declared.body, schemas) } : {}),
    responses: { ...successesOf(declared, schemas), ...refusalsOf(declared, responses) },
    ...(declared.by ? { security: securityOf(declared) } : {}),
    'x-scope': declared.scope,
  };
}

/** The path as OpenAPI writes it: `{name}` for `:name`. */
export function openApiPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** What lets a caller in, where a key alone does not. */
function securityOf(declared: Operation): readonly Json[] {
  const { signIn, takesKeys } = whoCalls(declared);
  return [
    ...(signIn ? [{ [`${signIn.kind}Session`]: [] }] : []),
    ...(signIn?.kind === 'operator' ? [{ operatorCookie: [] }] : []),
    ...(takesKeys ? [{ bearer: [] }, { apiKey: [] }, { memberSession: [] }] : []),
  ];
}

function waysOf({ csvPath, largeBody }: Operation): readonly string[] {
  return [
    ...(csvPath ? [`GET ${csvPath} answers the whole list as CSV.`] : []),
    ...(largeBody ? ['The body may have 10 MiB.'] : []),
  ];
}

function needOf(declared: Operation): string {
  const { by, scope, orScope } = declared;
  const scopes = `the scope \`${scope}\`${orScope ? ` or \`${orScope}\`` : ''}`;
  if (by === undefined) return `Needs ${scopes}.`;
  return `Needs ${whoCalls(declared).needs}${scope === null ? '' : `, with ${scopes}`}.`;
}

function describe(declared: Operation): string {
  const sentences = [needOf(declared)];
  if (declared.testOnly) sentences.push('Works only with a test key.');
  if (declared.publicKey) sentences.push('A public key will do.');
  if (takesSessions(declared)) sentences.push('A session will do.');
  sentences.push(...waysOf(declared));
  return [...(declared.description ? [declared.description] : []), sentences.join(' ')].join('\n\n');
}

function parametersOf(declared: Operation, schemas: SchemaHoist): readonly Json[] {
  const conditional = declared.method === 'GET' && !declared.list;
  return [
    ...parametersIn('path', declared.params, { declared, schemas }),
    ...parametersIn('query', declared.query, { declared, schemas }),
    ...(isIdempotent(declared) ? [parameter('IdempotencyKey')] : []),
    ...(showsAmounts(declared) ? [parameter('AmountFormat')] : []),
    ...(conditional ? [parameter('IfNoneMatch')] : []),
    ...(declared.events ? [parameter('LastEventId')] : []),
    ...(declared.errors.includes('PRECONDITION_FAILED') ? [parameter('IfMatch')] : []),
  ];
}

function showsAmounts({ answer }: Operation): boolean {
  return JSON.stringify(answer).includes(`"${amountMark}":`);
}

type Origin = { readonly declared: Operation; readonly schemas: SchemaHoist };

function parametersIn(
  place: 'path' | 'query',
  fields: TObject | undefined,
  { declared, schemas }: Origin,
): Json[] {
  const required: readonly string[] = fields?.required ?? [];
  const example = (place === 'path' ? declared.example.params : declared.example.query) ?? {};
  return Object.entries(fields?.properties ?? {}).map(([name, schema]) => {
    const { description, ...rest } = schemas.use(schema);
    return {
      name,
      in: place,
      ...(place === 'path' || required.includes(name) ? { required: true } : {}),
      ...(description ? { description } : {}),
      schema: rest,
      ...(name in example ? { example: example[name] } : {}),
    };
  });
}

function requestBodyOf(declared: Operation, body: TSchema, schemas: SchemaHoist): Json {
  return {
    required: declared.bodyOptional !== true,
    content: {
      'application/json': {
        schema: schemas.use(body),
        ...(declared.example.body ? { example: declared.example.body } : {}),
      },
      ...(declared.csvBody
        ? { 'text/csv': { schema: { type: 'string', description: 'What the field csv would hold.' } } }
        : {}),
    },
  };
}

function successesOf(declared: Operation, schemas: SchemaHoist): Json {
  const statuses = [declared.status, ...(declared.otherStatuses ?? [])].toSorted();
  const conditional = declared.method === 'GET' && !declared.list;
  return {
    ...Object.fromEntries(statuses.map((status) => [status, successOf(declared, schemas)])),
    ...(conditional
      ? { 304: { description: 'It is still as If-None-Match says.', headers: { ETag: header('ETag') } } }
      : {}),
  };
}

function successOf(declared: Operation, schemas: SchemaHoist): Json {
  const list = declared.list === true;
  const { answer } = declared.example;
  const example = list
    ? { success: true, data: [answer], meta: { page: 1, limit: 20, total: 1, has_next_page: false } }
    : { success: true, data: answer, timestamp: '2026-11-21T09:14:00.120Z' };
  return {
    description: list
      ? 'A page of the list.'
      : declared.binary
        ? 'The file itself, without an envelope.'
        : 'Done.',
    headers: {
      ...everyHeader,
      ...(isIdempotent(declared) ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
      ...(declared.method === 'GET' && !list ? { ETag: header('ETag') } : {}),
    },
    content: declared.binary
      ? { [declared.binary.type]: { schema: declared.answer } }
      : {
          'application/json': {
            schema: schemas.use(envelopeOf(declared.answer, list)),
            examples: { success: { summary: declared.summary, value: example } },
          },
          ...(declared.events
            ? {
                'text/event-stream': {
                  schema: {
                    type: 'string',
                    description: `Events named ${declared.events}: \`data\` is the answer's data as JSON, \`id\` its version; a comment every 15 seconds keeps the connection open.`,
                  },
                },
              }
            : {}),
          ...Object.fromEntries((declared.files ?? []).map((type) => [type, { schema: FileBytes }])),
          ...(list
            ? {
                'text/csv': {
                  schema: { type: 'string', description: 'The same list, a header line first.' },
                },
              }
            : {}),
        },
  };
}

function refusalsOf(declared: Operation, responses: Hoists['responses']): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(declared)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const ordered = [...byStatus].toSorted(([one], [other]) => one - other);
  return Object.fromEntries(ordered.map(([status, codes]) => [status, responses(codes.toSorted())]));
}
