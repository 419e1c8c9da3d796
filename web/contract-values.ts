import type { Plugin } from 'vite';
import { operations, type Operation } from '../contract/src/index.ts';

const SCOPES_OF = 'contract:scopes-of-operations';

/** `import { scopesOf } from 'contract:scopes-of-operations'`: which right each operation needs, by its id; no schema library. */
export function contractValues(): Plugin {
  return {
    name: 'contract-values',
    resolveId: (id) => (id === SCOPES_OF ? `\0${id}` : null),
    load: (id) => (id === `\0${SCOPES_OF}` ? `export const scopesOf = ${JSON.stringify(scopesOf())};` : null),
  };
}

/** Which right each operation needs, by its id. */
export function scopesOf(): Readonly<Record<string, string>> {
  const all = Object.values(operations as Readonly<Record<string, Operation>>);
  return Object.fromEntries(all.flatMap(({ id, scope }) => (scope === null ? [] : [[id, scope]])));
}
