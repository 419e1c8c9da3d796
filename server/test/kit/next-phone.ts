let last = 10_000;

/** A phone that no other driver of this run has, and none that a test names. */
export function nextPhone(): string {
  last += 1;
  return `+232765${last}`;
}
