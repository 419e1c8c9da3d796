import { methodNames } from './method-names.ts';
import { operationLines } from './operation-lines.ts';
import { isIdempotent, type Operation } from './operation.ts';
import { operations } from './operations.ts';

const all: readonly Operation[] = Object.values(operations);

/** The text of every committed file that is derived from the contract, by its path in the project. */
export function derivedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['contract/operations.gen.txt', operationLines()],
    ['client/src/methods.gen.ts', methodTable(({ id }) => id)],
    ['client/src/resources/methods.gen.ts', resourceTable()],
  ]);
}

/** As the Accept header names it; where the query decides, any will do. */
function fileTypeOf({ binary, files }: Operation): string {
  if (binary) return `, '${binary.type}'`;
  return files ? `, '*/*'` : '';
}

/** The same by the names that the package has for them. */
function resourceTable(): string {
  const names = methodNames(all);
  return methodTable(({ id }) => `'${names.get(id)}'`);
}

/** What the client needs to know of each operation: method, path, whether it takes an Idempotency-Key, whether it answers a file. */
function methodTable(nameOf: (declared: Operation) => string): string {
  const rows = all.map(
    (declared) =>
      `  ${nameOf(declared)}: ['${declared.method}', '${declared.path}', ${isIdempotent(declared) ? 1 : 0}${fileTypeOf(declared)}],`,
  );
  return [
    '// Derived from the contract by `npm run generate`.',
    '',
    '/** Each operation: method, path below the base URL, 1 where a POST takes an Idempotency-Key, and the type of the file it answers. */',
    'export const methods = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}
