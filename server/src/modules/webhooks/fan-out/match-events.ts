/** What the catalogue says of a kind of event. */
export type EventKind = {
  /** `shipping.status.updated`. */
  readonly name: string;
  /** Whether `*` and `shipping.*` include it; other kinds reach only endpoints that name them. */
  readonly default: boolean;
};

/** Whether an endpoint with these subscriptions (`*`, `shipping.*` or whole names) receives this kind. */
export function matchEvents(subscriptions: readonly string[], kind: EventKind): boolean {
  return subscriptions.some(
    (subscription) => subscription === kind.name || (kind.default && includes(subscription, kind.name)),
  );
}

function includes(subscription: string, name: string): boolean {
  return subscription === '*' || (subscription.endsWith('.*') && name.startsWith(subscription.slice(0, -1)));
}

/** Every subscription that `matchEvents` lets include a kind: its name and, for a default kind, `*` and each `prefix.*`. */
export function subscriptionsTo(
  kind: { readonly kind: string } & Pick<EventKind, 'default'>,
): readonly string[] {
  if (!kind.default) return [kind.kind];
  const words = kind.kind.split('.');
  return [kind.kind, '*', ...words.slice(1).map((_, index) => `${words.slice(0, index + 1).join('.')}.*`)];
}
