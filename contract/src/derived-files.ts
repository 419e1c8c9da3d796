import { openApi } from './openapi.ts';
import { isIdempotent, type Operation } from './operation.ts';
import { operations } from './operations.ts';

/** The text of every file that is derived from the contract, by its path in the project. */
export function derivedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['contract/openapi.json', `${JSON.stringify(openApi(), null, 2)}\n`],
    ['client/src/methods.gen.ts', methodTable()],
  ]);
}

/** What the client needs to know of each operation: method, path, whether it takes an Idempotency-Key. */
function methodTable(): string {
  const rows = (Object.values(operations) as readonly Operation[]).map(
    (declared) => `  ${declared.id}: ['${declared.method}', '${declared.path}', ${isIdempotent(declared) ? 1 : 0}],`,
  );
  return [
    '// Derived from the contract by `npm run generate`.',
    '',
    '/** Each operation: method, path below the base URL, 1 where a POST takes an Idempotency-Key. */',
    'export const methods = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}
