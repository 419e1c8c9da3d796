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
  if ('serviceWorker' in navigator) void keepTrying(path, (run) => (update.value = run));
  return { offer, update };
}

const LOOK_EVERY_MS = 3_600_000;
const TRY_AGAIN_MS = 5_000;
const TRY_AGAIN_MS_MAX = 300_000;

/** A first version of which a file broke off on the way is dropped by the browser: it is fetched anew, as often as it takes. */
async function keepTrying(path: string, found: (run: () => void) => void): Promise<void> {
  for (let pauseMs = TRY_AGAIN_MS; ; pauseMs = Math.min(TRY_AGAIN_MS_MAX, pauseMs * 2)) {
    // What is no matter of the network stays so, as where the browser keeps nothing.
    const isDone = await register(path, found).catch((error: unknown) => !(error instanceof TypeError));
    if (isDone) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Whether a version is on the device, whole. */
async function register(path: string, found: (run: () => void) => void): Promise<boolean> {
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
  if (!(await hasVersion(registration))) return false;
  // Another tab may have asked for it: then this one goes on as it is until its person loads it anew.
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAsked) location.reload();
  });
  tell();
  void beControlled(registration);
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
  return true;
}

const CLAIMS_MAX = 10;
const CLAIM_EVERY_MS = 1_000;

/** A first version takes the pages over that are there, and a browser may miss one: it is asked again, or pieces that are loaded later would want a network. */
async function beControlled({ active }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ?? (await navigator.serviceWorker.ready).active;
  for (let claims = 0; claims < CLAIMS_MAX && !navigator.serviceWorker.controller; claims += 1) {
    worker?.postMessage('claim');
    await new Promise((resolve) => setTimeout(resolve, CLAIM_EVERY_MS));
  }
}

/** Whether it has one, or once the first has come whole. */
async function hasVersion({ active, waiting, installing }: ServiceWorkerRegistration): Promise<boolean> {
  if (active || waiting) return true;
  if (!installing) return false;
  return new Promise((resolve) => {
    const look = (): void => {
      if (installing.state === 'redundant') resolve(false);
      else if (installing.state !== 'installing' && installing.state !== 'parsed') resolve(true);
    };
    installing.addEventListener('statechange', look);
    look();
  });
}
