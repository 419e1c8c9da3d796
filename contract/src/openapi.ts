import { callers, type SignIn } from './callers.ts';
import { createSchemaHoist, type Json } from './openapi-components.ts';
import { openApiOperation, openApiPath, type Hoists } from './openapi-operation.ts';
import { createRefusalHoist } from './openapi-refusals.ts';
import { apiDescription, tagGroups } from './openapi-texts.ts';
import { openApiWebhooks } from './openapi-webhooks.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

export type OpenApiOptions = {
  /** Where the API stands; default `/v1` of whoever serves the document. */
  readonly serverUrl?: string;
};

/** The whole API as an OpenAPI 3.1 document, derived from the operations and the catalogue of events. */
export function openApi(options: OpenApiOptions = {}): Json {
  const steps = openApiInSteps(options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of a few milliseconds, for whoever serves others meanwhile. */
export function* openApiInSteps({ serverUrl = '/v1' }: OpenApiOptions = {}): Generator<void, Json> {
  const schemas = createSchemaHoist();
  const refusals = createRefusalHoist(schemas);
  const paths = yield* pathsOf({ schemas, responses: refusals.use });
  const webhooks = yield* openApiWebhooks(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cottontree',
      version: '1',
      summary: 'Merchant services anyone can run.',
      description: apiDescription,
      contact: { name: 'Whoever runs this server' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This server' }],
    security: [{ bearer: [] }, { apiKey: [] }, { memberSession: [] }],
    tags: Object.values(tagGroups).flatMap((texts) =>
      Object.entries(texts).map(([name, description]) => ({ name, description })),
    ),
    'x-tagGroups': Object.entries(tagGroups).map(([name, texts]) => ({ name, tags: Object.keys(texts) })),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters,
      headers,
      responses: refusals.responses(),
      examples: refusals.examples(),
      schemas: schemas.components(),
    },
  };
}

/** Tells the document's text piece by piece in such steps, to the very characters that writing it at once would give. */
export function* openApiTextInSteps(
  options: OpenApiOptions,
  tell: (piece: string) => void,
): Generator<void, void> {
  yield* tellText(yield* openApiInSteps(options), { depth: PART_DEPTH, tell });
}

/** So deep below the document stand operations, schemas and the like: each is written in one step. */
const PART_DEPTH = 3;

type Telling = { readonly depth: number; readonly tell: (piece: string) => void };

function* tellText(value: unknown, { depth, tell }: Telling): Generator<void, void> {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    tell(JSON.stringify(value));
    yield;
    return;
  }
  let before = '{';
  for (const [name, part] of Object.entries(value)) {
    tell(`${before}${JSON.stringify(name)}:`);
    yield* tellText(part, { depth: depth - 1, tell });
    before = ',';
  }
  tell(before === '{' ? '{}' : '}');
}

function* pathsOf(hoists: Hoists): Generator<void, Json> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const declared of Object.values(operations) as readonly Operation[]) {
    const path = (paths[openApiPath(declared.path)] ??= {});
    path[declared.method.toLowerCase()] = openApiOperation(declared, hoists);
    yield;
  }
  return paths;
}

const bearerScheme = ({ tokenPrefix, operation }: SignIn): Json => ({
  type: 'http',
  scheme: 'bearer',
  description: `Authorization: Bearer ${tokenPrefix}…, the token that ${operation} answers.`,
});

const cookieScheme: Json = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-cottontree',
  description:
    'The cookie that signInMember sets, `cottontree` where the server is reached by plain HTTP. Operations of a merchant also need X-Merchant: mch_… and X-Mode: test or live; what they allow follows from the role. Writes must come from a page of this server: Sec-Fetch-Site: same-origin, or its Origin.',
};

const operationsCookieScheme: Json = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-cottontree-operations',
  description:
    'The cookie that signInOperatorOnPage sets, `cottontree-operations` where the server is reached by plain HTTP; what it allows follows from the role. Writes must come from a page of this server: Sec-Fetch-Site: same-origin, or its Origin.',
};

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Authorization: Bearer sk_live_… or sk_test_…; where a session will do, also wst_live_… or wst_test_…',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same key in a header of its own.',
  },
  operatorCookie: operationsCookieScheme,
  ...Object.fromEntries(
    Object.values(callers).flatMap(({ signIn }) =>
      signIn ? [[`${signIn.kind}Session`, signIn.by === 'cookie' ? cookieScheme : bearerScheme(signIn)]] : [],
    ),
  ),
};

const text = { type: 'string' };

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key and request again get the first answer. 1 to 255 visible ASCII characters, kept 30 days. Secret keys of a merchant share them; visitors, devices, buyers and people have their own.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '5f0c6f6e-7d0b-4b0e-9a35-0f6f1f0c1b7a',
  },
  AmountFormat: {
    name: 'X-Amount-Format',
    in: 'header',
    description:
      'string: every field of data that its schema marks with x-amount is text with exactly the currency\'s decimals, "150.50" instead of 150.5; where the mark names a field, unless that says percent.',
    schema: { type: 'string', enum: ['number', 'string'], default: 'number' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of what the caller has; answered with 304 when nothing changed.',
    schema: text,
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'With Accept: text/event-stream, the id of the last event seen; EventSource sends it by itself when it connects again.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'ETag of what the caller last read; PRECONDITION_FAILED when it has changed.',
    schema: text,
  },
};

const headers = {
  XRequestId: { description: 'Finds the request in the log.', schema: text },
  RateLimitLimit: { description: 'Most requests that can be sent at once.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Requests that can be sent now.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'Seconds until all of them can be.', schema: { type: 'integer' } },
  RetryAfter: {
    description: 'Seconds to wait before the same request is sent again.',
    schema: { type: 'integer' },
  },
  IdempotentReplayed: { description: 'true: this is the first answer again.', schema: text },
  ETag: { description: 'Tells this version of the thing from another.', schema: text },
};
