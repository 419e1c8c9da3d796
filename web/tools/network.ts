import { signal, type ReadonlySignal } from '@preact/signals';

/** Whether the server can be reached, which is more than having a network: a portal answers too, and a mast without a line does not. */
export type Network = {
  readonly isReachable: ReadonlySignal<boolean>;
  /** Asks now. */
  readonly look: () => Promise<boolean>;
  readonly stop: () => void;
};

const REACHED_EVERY_MS = 60_000;
const LOST_EVERY_MS = 10_000;
/** A device says that it has a network a little before anything goes through. */
const SOON_MS = 500;
const ANSWER_MS_MAX = 6_000;

const watchers = new Set<() => void>();

/** An answer of the server has come, to whatever was asked: where it counts as out of reach, it is looked for at once. */
export function hearServer(): void {
  for (const hear of watchers) hear();
}

/** Looks by GET /healthz: often while the server is out of reach, seldom while it is there, and at once when the device says that something changed. */
export function watchNetwork(onBack: () => void = () => undefined): Network {
  const isReachable = signal(navigator.onLine);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lostMs = LOST_EVERY_MS;
  let losses = 0;
  const look = async (): Promise<boolean> => {
    clearTimeout(timer);
    const was = isReachable.value;
    const lossesBefore = losses;
    // An answer from before the network was lost says nothing about now.
    isReachable.value = (await isThere()) && losses === lossesBefore;
    if (isReachable.value && !was) onBack();
    timer = setTimeout(() => void look(), isReachable.value ? REACHED_EVERY_MS : lostMs);
    lostMs = Math.min(LOST_EVERY_MS, lostMs * 2);
    return isReachable.value;
  };
  const changed = (): void => {
    lostMs = SOON_MS;
    void look();
  };
  const heard = (): void => {
    if (!isReachable.value && navigator.onLine) changed();
  };
  const lost = (): void => {
    losses += 1;
    isReachable.value = false;
  };
  watchers.add(heard);
  addEventListener('online', changed);
  addEventListener('offline', lost);
  document.addEventListener('visibilitychange', changed);
  void look();
  return {
    isReachable,
    look,
    stop() {
      clearTimeout(timer);
      watchers.delete(heard);
      removeEventListener('online', changed);
      removeEventListener('offline', lost);
      document.removeEventListener('visibilitychange', changed);
    },
  };
}

async function isThere(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', {
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const said = (await answer.json()) as { readonly success?: unknown };
    return answer.ok && said.success === true;
  } catch {
    return false;
  }
}
