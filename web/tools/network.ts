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
const ANSWER_MS_MAX = 6_000;

/** Looks by GET /healthz: often while the server is out of reach, seldom while it is there, and at once when the device says that something changed. */
export function watchNetwork(onBack: () => void = () => undefined): Network {
  const isReachable = signal(navigator.onLine);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<boolean> => {
    clearTimeout(timer);
    const was = isReachable.value;
    isReachable.value = await isThere();
    if (isReachable.value && !was) onBack();
    timer = setTimeout(() => void look(), isReachable.value ? REACHED_EVERY_MS : LOST_EVERY_MS);
    return isReachable.value;
  };
  const changed = (): void => void look();
  const lost = (): void => void (isReachable.value = false);
  addEventListener('online', changed);
  addEventListener('offline', lost);
  document.addEventListener('visibilitychange', changed);
  void look();
  return {
    isReachable,
    look,
    stop() {
      clearTimeout(timer);
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
