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
