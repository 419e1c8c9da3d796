/** What an input says, or what was where it says nothing. */
export function stays<T>(input: T | undefined, was: T): T {
  return input === undefined ? was : input;
}
