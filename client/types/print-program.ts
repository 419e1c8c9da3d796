import type { TSchema } from 'typebox';
import { methodNames } from '../../contract/src/method-names.ts';
import type { Json } from '../../contract/src/openapi-components.ts';
import type { Operation } from '../../contract/src/operation.ts';
import { operations } from '../../contract/src/operations.ts';
import { eventCatalogue, eventKinds } from '../../contract/src/webhooks/catalogue.ts';
import { asSchema } from './print-schema.ts';

const all: readonly Operation[] = Object.values(operations);

/**
 * A program as somebody could have written it for this version of the client: it calls every operation as its example does, reads
 * what every answer and every event surely has, and asks for every code. Later versions of the same major number must compile it.
 */
export function printProgram(version: string): string {
  const names = methodNames(all);
  return [
    `// What a program may do with version ${version} of @cottontree/client. Never changed once that is released.`,
    "import { CottontreeError, type Client, type WebhookEvent } from '@cottontree/client';",
    '',
    'declare function read<Value>(value: Value): void;',
    'type Result<Code> = { ok: true } | { ok: false; error: { code: Code } };',
    'declare function ask<Code>(result: Result<Code>, codes: readonly NoInfer<Code>[]): void;',
    '',
    ...all.map((declared) => functionOf(declared, names.get(declared.id) ?? declared.id)),
    'export function receive(event: WebhookEvent): void {',
    '  switch (event.event) {',
    ...eventKinds.map((kind) => caseOf(kind)),
    '    default:',
    '  }',
    '}',
    '',
    'export function refused(error: unknown): void {',
    "  if (error instanceof CottontreeError && error.is('INVALID_HANDOFF_CODE')) read<number>(error.details.attempts_left);",
    '}',
    '',
  ].join('\n');
}

function functionOf(declared: Operation, name: string): string {
  const { id, list, binary, files, answer, errors } = declared;
  const call = `client.${name}(${argumentsOf(declared)})`;
  const type = binary ? 'Blob' : files ? 'unknown' : surely(plain(answer));
  const asked = errors.map((code) => `'${code}'`).join(', ');
  return [
    `export async function ${id}(client: Client): Promise<void> {`,
    list ? `  for await (const item of ${call}) read<${type}>(item);` : `  read<${type}>(await ${call});`,
    ...(errors.length > 0 ? [`  ask(await ${call}.result(), [${asked}]);`] : []),
    '}',
  ].join('\n');
}

function argumentsOf({ path, method, example, params }: Operation): string {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const type = asSchema(params?.properties[name] ?? {})['type'];
    const value = example.params?.[name] ?? '';
    return JSON.stringify(type === 'integer' ? Number(value) : value);
  });
  const input = method === 'GET' || method === 'DELETE' ? example.query : example.body;
  return [...inPath, ...(input ? [JSON.stringify(input)] : [])].join(', ');
}

/** The type of what a schema surely has: its required fields, and those of the objects in it. */
function surely(schema: Json, depth = 2): string {
  if (schema['type'] !== 'object' || !schema['properties'] || depth === 0) return widened(schema);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(asSchema(schema['properties']))
    .filter(([name]) => required.includes(name))
    .map(([name, field]) => `${JSON.stringify(name)}: ${surely(asSchema(field), depth - 1)}`);
  return `{ ${fields.join('; ')} }`;
}

function plain(schema: TSchema): Json {
  return asSchema(JSON.parse(JSON.stringify(schema)));
}

/** Words may be added to what is answered, so a program that must go on compiling takes them as text. */
function widened(field: Json): string {
  const { type } = field;
  const types = (Array.isArray(type) ? type : [type]).map(
    (one) =>
      ({ string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' })[
        String(one)
      ],
  );
  return types.includes(undefined) ? 'unknown' : types.join(' | ');
}

function caseOf(kind: (typeof eventKinds)[number]): string {
  const type = surely(plain(eventCatalogue[kind].data));
  return `    case '${kind}':\n      return read<${type}>(event.data.object);`;
}
