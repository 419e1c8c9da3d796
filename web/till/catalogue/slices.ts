/** How long work may hold the page before it lets others go on: half a frame. */
const SLICE_MS = 8;

/** Does something with each of many, in slices; ends early where it is no longer wanted. */
export async function inSlices<T>(
  all: Iterable<T>,
  work: (one: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  let begun = performance.now();
  for (const one of all) {
    work(one);
    if (performance.now() - begun < SLICE_MS) continue;
    await letOthersGoOn();
    if (signal?.aborted) throw signal.reason;
    begun = performance.now();
  }
}

function* countTo(end: number): Generator<number> {
  for (let at = 0; at < end; at += 1) yield at;
}

const SORTED_AT_ONCE = 256;

/** In the order of their keys; other work goes on between the parts that are sorted and merged. */
export async function sortedInSlices<T extends { readonly key: string }>(
  all: readonly T[],
  signal?: AbortSignal,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  const parts = Array.from({ length: Math.ceil(all.length / SORTED_AT_ONCE) }, (_, at) => at);
  await inSlices(
    parts,
    (at) =>
      runs.push(
        all
          .slice(at * SORTED_AT_ONCE, (at + 1) * SORTED_AT_ONCE)
          .sort((one, other) => (one.key < other.key ? -1 : 1)),
      ),
    signal,
  );
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await mergedInSlices(runs[at] ?? [], runs[at + 1] ?? [], signal));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedInSlices<T extends { readonly key: string }>(
  left: readonly T[],
  right: readonly T[],
  signal: AbortSignal | undefined,
): Promise<readonly T[]> {
  const merged: T[] = [];
  let [atLeft, atRight] = [0, 0];
  await inSlices(
    countTo(left.length + right.length),
    () => {
      const [one, other] = [left[atLeft], right[atRight]];
      const takesLeft = one !== undefined && (other === undefined || one.key <= other.key);
      const next = takesLeft ? one : other;
      if (takesLeft) atLeft += 1;
      else atRight += 1;
      if (next !== undefined) merged.push(next);
    },
    signal,
  );
  return merged;
}

/** Until what waits (a touch, a frame) has been seen to. */
export function letOthersGoOn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(null);
  });
}
