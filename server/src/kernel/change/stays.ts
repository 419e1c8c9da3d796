/** What a wish says, or what was where it says nothing. */
export function stays<T>(wish: T | undefined, was: T): T {
  return wish === undefined ? was : wish;
}
