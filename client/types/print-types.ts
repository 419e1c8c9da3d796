import { ERRORS } from '../../contract/src/errors.ts';
import { methodNames } from '../../contract/src/method-names.ts';
import { ListMeta } from '../../contract/src/envelope.ts';
import { createSchemaHoist, type Json } from '../../contract/src/openapi-components.ts';
import { errorDetails } from '../../contract/src/openapi-texts.ts';
import type { Operation } from '../../contract/src/operation.ts';
import { operations } from '../../contract/src/operations.ts';
import { eventCatalogue, eventKinds } from '../../contract/src/webhooks/catalogue.ts';
import { codeSetsOf } from './code-sets.ts';
import { createMethodPrinter, inPascalCase, type MethodPrinter } from './print-methods.ts';
import { asSchema, comment, declarationOf } from './print-schema.ts';

const all: readonly Operation[] = Object.values(operations);

/** The types of the package, as one flat file: `written` by hand first, then everything that the contract says. */
export function printTypes(written: string): string {
  const schemas = createSchemaHoist();
  const codes = codeSetsOf(all);
  const printer = createMethodPrinter(schemas, codes);
  const resources = printResources(printer);
  const events = printEvents((schema) => schemas.use(schema));
  schemas.use(ListMeta);
  const components = Object.entries(schemas.components())
    .map(([title, schema]) => declarationOf(title, asSchema(schema)))
    .join('\n');
  return [
    written,
    codes.declarations(),
    printErrors(),
    resources,
    events,
    ...printer.made(),
    components,
  ].join('\n');
}

type Resource = { readonly resources: Map<string, Resource>; readonly methods: Map<string, Operation> };

const emptyResource = (): Resource => ({ resources: new Map(), methods: new Map() });

function printResources(printer: MethodPrinter): string {
  const client = emptyResource();
  const names = methodNames(all);
  for (const declared of all) {
    const path = (names.get(declared.id) ?? declared.id).split('.');
    const last = path.pop() ?? declared.id;
    let place = client;
    for (const part of path) {
      const next = place.resources.get(part) ?? emptyResource();
      place.resources.set(part, next);
      place = next;
    }
    place.methods.set(last, declared);
  }
  return printResource('Client', client, printer);
}

function printResource(name: string, { resources, methods }: Resource, printer: MethodPrinter): string {
  const prefix = name === 'Client' ? '' : name.replace(/Resource$/, '');
  const inner = [...resources].map(([part, resource]) => ({
    part,
    resource,
    type: `${prefix}${inPascalCase(part)}Resource`,
  }));
  const fields = inner.map(({ part, type }) => `  readonly ${part}: ${type};\n`).join('');
  const printed = [...methods].map(([method, declared]) => printer.print(method, declared)).join('');
  const told = name === 'Client' ? comment('All operations, by the resource that they are about.') : '';
  return [
    `${told}export interface ${name} {\n${fields}${printed}}\n`,
    ...inner.map(({ resource, type }) => printResource(type, resource, printer)),
  ].join('\n');
}

/** Codes with their meaning, and what is known of their details. */
function printErrors(): string {
  const codes = Object.entries(ERRORS).map(
    ([code, { status, meaning }]) =>
      `${comment(`${status}: ${meaning}`, '  ')}  ${code}: ${detailsOf(code)};\n`,
  );
  return `${comment('Every code of the service: its status, its meaning, and its details.')}export interface ErrorDetails {\n${codes.join('')}}\n`;
}

function detailsOf(code: string): string {
  const details = errorDetails[code];
  return details ? `${typeOfValue(details)} & Record<string, unknown>` : 'Record<string, unknown>';
}

function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return `${typeOfValue(value[0])}[]`;
  if (typeof value !== 'object' || value === null) return typeof value;
  const fields = Object.entries(value).map(([name, part]) => `${name}: ${typeOfValue(part)}`);
  return `{ ${fields.join('; ')} }`;
}

/** One type for each kind of event, told apart by `event`. */
function printEvents(use: (schema: object) => Json): string {
  const kinds = eventKinds.map((kind) => {
    const name = `${kind.split(/[._]/).map(inPascalCase).join('')}Webhook`;
    const object = {
      type: 'object',
      required: ['object'],
      properties: { object: use(eventCatalogue[kind].data) },
    };
    return { kind, name, text: declarationOf(name, eventSchema(kind, object)) };
  });
  return [
    comment('An event as an endpoint gets it: `event` tells which of them it is.').trimEnd(),
    `export type WebhookEvent =\n${kinds.map(({ name }) => `  | ${name}`).join('\n')};\n`,
    ...kinds.map(({ text }) => text),
  ].join('\n');
}

function eventSchema(kind: (typeof eventKinds)[number], data: Json): Json {
  return {
    type: 'object',
    description: eventCatalogue[kind].summary,
    required: ['event', 'livemode', 'created', 'data'],
    properties: {
      event: { const: kind },
      livemode: { type: 'boolean', description: 'false: test data.' },
      created: { type: 'integer', description: 'Unix time in seconds.' },
      data,
    },
  };
}
