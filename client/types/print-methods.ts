import type { Json, SchemaHoist } from '../../contract/src/openapi-components.ts';
import { whoCalls } from '../../contract/src/callers.ts';
import { errorsOf, isIdempotent, type Operation } from '../../contract/src/operation.ts';
import type { CodeSets } from './code-sets.ts';
import { asSchema, comment, declarationOf, typeOf } from './print-schema.ts';

export type MethodPrinter = {
  /** An operation as a method of that name. */
  readonly print: (name: string, declared: Operation) => string;
  /** The types that were made for it because the contract has no title for them. */
  readonly made: () => readonly string[];
};

/** Writes operations as methods: path parameters in their order, then the body or the query, then options. */
export function createMethodPrinter(schemas: SchemaHoist, codes: CodeSets): MethodPrinter {
  const made = new Map<string, string>();

  function named(name: string, schema: object): string {
    const used = schemas.use(schema);
    if ('$ref' in used) return typeOf(used);
    made.set(name, declarationOf(name, used));
    return name;
  }

  function inputOf(declared: Operation): string {
    const { id, method, query, body, bodyOptional } = declared;
    if (method === 'GET' || method === 'DELETE') {
      if (!query) return 'query?: NoInput';
      const mark = (query.required ?? []).length > 0 ? '' : '?';
      return `query${mark}: ${named(`${inPascalCase(id)}Query`, query)}`;
    }
    if (!body) return 'body?: NoInput';
    return `body${bodyOptional ? '?' : ''}: ${named(`${inPascalCase(id)}Body`, body)}`;
  }

  function optionsOf(declared: Operation): string {
    const { id, method, query, body } = declared;
    const own = [
      ...(isIdempotent(declared) ? ['IdempotentOptions'] : []),
      ...(declared.errors.includes('PRECONDITION_FAILED') ? ['ConditionalOptions'] : []),
      ...(method !== 'GET' && body && query
        ? [`{ query?: ${named(`${inPascalCase(id)}Query`, query)} }`]
        : []),
    ];
    return own.length === 0 ? 'RequestOptions' : own.join(' & ');
  }

  function answerOf({ id, answer, binary, files }: Operation): string {
    if (binary) return 'Blob';
    const data = named(`${inPascalCase(id)}Answer`, answer);
    return files ? `${data} | Blob` : data;
  }

  return {
    print: (name, declared) => {
      const inPath = [...declared.path.matchAll(/:(\w+)/g)].map(([, param = '']) => {
        const field = asSchema(declared.params?.properties[param] ?? {});
        return `${param}: ${typeOf(schemas.use(field))}`;
      });
      const given = [...inPath, inputOf(declared), `options?: ${optionsOf(declared)}`].join(', ');
      const pending = declared.list ? 'PendingList' : 'Pending';
      const answered = `${pending}<${answerOf(declared)}, ${codes.print(errorsOf(declared))}>`;
      return `${comment(hoverText(declared, schemas), '  ')}  ${name}(${given}): ${answered};\n`;
    },
    made: () => [...made.values()],
  };
}

function hoverText(declared: Operation, schemas: SchemaHoist): string {
  const { summary, description, scope, orScope, by, errors, testOnly, publicKey } = declared;
  const needs = by
    ? `Needs ${whoCalls(declared).needs}.`
    : `Needs ${scope === null ? 'any key' : `the scope ${scope}${orScope ? ` or ${orScope}` : ''}`}.`;
  return [
    summary,
    ...(description ? ['', description] : []),
    '',
    [needs, ...(testOnly ? ['Test keys only.'] : []), ...(publicKey ? ['A public key will do.'] : [])].join(
      ' ',
    ),
    ...paramTexts(declared, schemas),
    ...(errors.length > 0 ? [`@throws {CottontreeError} ${errors.toSorted().join(', ')}`] : []),
  ].join('\n');
}

function paramTexts({ params }: Operation, schemas: SchemaHoist): readonly string[] {
  return Object.entries(params?.properties ?? {}).flatMap(([name, field]) => {
    const { description }: Json = schemas.use(field);
    return typeof description === 'string' ? [`@param ${name} ${description}`] : [];
  });
}

export function inPascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
