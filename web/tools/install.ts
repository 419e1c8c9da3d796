import { signal, type ReadonlySignal } from '@preact/signals';

/** Chromium's own event, by which a page offers to be installed. */
type InstallEvent = Event & {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: string }>;
};

/** How an app stands on this device. */
export type Installed = {
  /** Offers to keep the app on the device; null: the browser does not offer it, or it is kept already. */
  readonly offer: ReadonlySignal<(() => Promise<void>) | null>;
  /** Begins the newer version that has been fetched; null: none waits. What is unsent stays, for no version takes it away. */
  readonly update: ReadonlySignal<(() => void) | null>;
};

/** Makes the app open without a network from the next start on. `path` is where it stands, as in `build/apps.ts`. */
export function keepOnDevice(path: string): Installed {
  const offer = signal<(() => Promise<void>) | null>(null);
  const update = signal<(() => void) | null>(null);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.value = async () => {
      offer.value = null;
      await (event as InstallEvent).prompt();
    };
  });
  addEventListener('appinstalled', () => (offer.value = null));
  if ('serviceWorker' in navigator) void register(path, (run) => (update.value = run)).catch(() => undefined);
  return { offer, update };
}

const LOOK_EVERY_MS = 3_600_000;

async function register(path: string, found: (run: () => void) => void): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(`${path}/service-worker.js`, {
    scope: path,
    updateViaCache: 'none',
  });
  let isAsked = false;
  const tell = (): void => {
    const { waiting } = registration;
    // The first version has nothing to wait for.
    if (!waiting || !serviceWorker.controller) return;
    found(() => {
      isAsked = true;
      waiting.postMessage('take-over');
    });
  };
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', tell),
  );
  // Another tab may have asked for it: then this one goes on as it is until its person loads it anew.
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAsked) location.reload();
  });
  tell();
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
}
