/** What is at hand, and how it is read again. */
export type Kept<T> = { readonly value: () => T; readonly refresh: () => Promise<void> };

/** Reads something and keeps it until it is read again. Of readings that overlap the one begun last stays: one begun before a change must not hide it by ending after. */
export async function keepLatest<T>(load: () => Promise<T>): Promise<Kept<T>> {
  let value = await load();
  let begun = 0;
  let kept = 0;
  return {
    value: () => value,
    async refresh() {
      begun += 1;
      const turn = begun;
      const read = await load();
      if (turn < kept) return;
      kept = turn;
      value = read;
    },
  };
}
