import type { Plugin } from 'vite';
import {
  memberRoles,
  memberRoleScopes,
  operations,
  type MemberRole,
  type Operation,
} from '../contract/src/index.ts';

/** What a module of the build's own is called, and what it holds. */
const MODULES: ReadonlyMap<string, () => string> = new Map([
  ['contract:scopes-of-operations', () => `export const scopesOf = ${JSON.stringify(scopesOf())};`],
  ['contract:roles-of-scopes', () => `export const rolesOf = ${JSON.stringify(rolesOf())};`],
]);

/** `import { scopesOf } from 'contract:scopes-of-operations'`: which right each operation needs, by its id; and `rolesOf`; no schema library. */
export function contractValues(): Plugin {
  return {
    name: 'contract-values',
    resolveId: (id) => (MODULES.has(id) ? `\0${id}` : null),
    load: (id) => (id.startsWith('\0') ? (MODULES.get(id.slice(1))?.() ?? null) : null),
  };
}

/** Which right each operation needs, by its id. */
export function scopesOf(): Readonly<Record<string, string>> {
  const all = Object.values(operations as Readonly<Record<string, Operation>>);
  return Object.fromEntries(all.flatMap(({ id, scope }) => (scope === null ? [] : [[id, scope]])));
}

/** The least of the roles that have each right. */
export function rolesOf(): Readonly<Record<string, MemberRole>> {
  const fromLeast = memberRoles.toReversed();
  return Object.fromEntries(
    memberRoleScopes.owner.flatMap((scope) => {
      const least = fromLeast.find((role) => memberRoleScopes[role].includes(scope));
      return least === undefined ? [] : [[scope, least]];
    }),
  );
}
