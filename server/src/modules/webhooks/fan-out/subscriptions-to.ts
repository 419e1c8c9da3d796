import type { EventKind } from './match-events.ts';

/** Every subscription that `matchEvents` lets include a kind: its name and, for a default kind, `*` and each `prefix.*`. */
export function subscriptionsTo(
  kind: { readonly kind: string } & Pick<EventKind, 'default'>,
): readonly string[] {
  if (!kind.default) return [kind.kind];
  const words = kind.kind.split('.');
  return [kind.kind, '*', ...words.slice(1).map((_, index) => `${words.slice(0, index + 1).join('.')}.*`)];
}
