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
