import { CottontreeError } from '@cottontree/client';
import { signal } from '@preact/signals';
import { client, device, faultOf, sessionOver } from '../data/api.ts';
import { writeNote, type Point } from '../data/courier-store.ts';
import { distanceKm } from '../jobs/way.ts';
import { db, here, isOnline, outbox, shift } from './signals.ts';

/** ask: nobody was asked yet. off: the courier or the phone said no. none: this phone has no such thing. */
export const positionState = signal<'ask' | 'on' | 'off' | 'none'>(
  'geolocation' in navigator ? 'ask' : 'none',
);

const EVERY_MS_MIN = 15_000;
/** Whoever moved so far is noted at once. */
const MOVED_KM_MIN = 0.1;
const SEND_EVERY_MS = 30_000;
const BATCH_MAX = 100;
/** Some eight hours of riding; then the oldest go. */
const KEPT_MAX = 2_000;

let watch: number | null = null;
let lastKept: Point | null = null;
let lastSentMs = 0;
let isSending = false;

/** Begins to note where the phone is; the browser asks the courier the first time. */
export async function sharePosition(): Promise<void> {
  if (positionState.value === 'none') return;
  await noteRefusal(false);
  begin();
}

/** The courier would rather not. */
export async function refusePosition(): Promise<void> {
  stopPosition();
  positionState.value = 'off';
  await noteRefusal(true);
}

/** Goes on where the courier allowed it before. */
export async function resumePosition(wasRefused: boolean): Promise<void> {
  if (positionState.value === 'none') return;
  const allowed = await navigator.permissions
    .query({ name: 'geolocation' })
    .then(({ state }) => state)
    .catch(() => 'prompt');
  if (wasRefused || allowed === 'denied') positionState.value = 'off';
  else if (allowed === 'granted') begin();
}

export function stopPosition(): void {
  if (watch !== null) navigator.geolocation.clearWatch(watch);
  watch = null;
}

const FIX_MS_MAX = 4_000;

/** Where the phone is now, where it may tell and does so soon: what the first offers go by. */
export async function placeNow(): Promise<Point | null> {
  if (positionState.value !== 'on') return null;
  if (here.value) return here.value;
  const found = await new Promise<GeolocationPosition | null>((resolve) => {
    navigator.geolocation.getCurrentPosition(resolve, () => resolve(null), {
      timeout: FIX_MS_MAX,
      maximumAge: 60_000,
    });
  });
  if (found) here.value = pointOf(found);
  return here.value;
}

async function noteRefusal(refused: boolean): Promise<void> {
  if (db.value) await writeNote(db.value, 'placeRefused', refused);
}

function begin(): void {
  if (watch !== null) return;
  positionState.value = 'on';
  watch = navigator.geolocation.watchPosition(
    (found) => void keep(found).catch(() => undefined),
    (error) => {
      if (error.code !== error.PERMISSION_DENIED) return;
      stopPosition();
      positionState.value = 'off';
    },
    { enableHighAccuracy: true, maximumAge: 10_000 },
  );
}

function pointOf({ coords }: GeolocationPosition): Point {
  return {
    lat: coords.latitude,
    lng: coords.longitude,
    accuracy_m: Math.min(100_000, coords.accuracy),
    speed: coords.speed,
    heading: Number.isFinite(coords.heading) ? coords.heading : null,
    // By the clock that the server puts right, for the phone's own may be a day off.
    recorded_at: new Date(device.clock.nowMs()).toISOString(),
  };
}

async function keep(found: GeolocationPosition): Promise<void> {
  const nowMs = device.clock.nowMs();
  const point = pointOf(found);
  here.value = point;
  const isSoon =
    lastKept !== null &&
    nowMs - Date.parse(lastKept.recorded_at) < EVERY_MS_MIN &&
    distanceKm(lastKept, point) < MOVED_KM_MIN;
  if (!isSoon) await noteHere();
}

/** Writes down where the phone is, while on shift, and sends what was written where it is time. */
export async function noteHere(): Promise<void> {
  const [point, kept] = [here.value, db.value];
  if (!point || !kept || !shift.value?.online || outbox.value?.state.value.phase === 'elsewhere') return;
  lastKept = point;
  await kept.add('points', point);
  const keys = await kept.getAllKeys('points');
  if (keys.length > KEPT_MAX) await drop(keys.slice(0, keys.length - KEPT_MAX));
  if (device.clock.nowMs() - lastSentMs >= SEND_EVERY_MS) await sendPoints();
}

/** Hands in what was noted, in batches; what the server does not take is of no use any more. */
export async function sendPoints(): Promise<void> {
  const kept = db.value;
  if (!kept || isSending || !isOnline.value || sessionOver.value || !shift.value?.online) return;
  isSending = true;
  try {
    for (;;) {
      const keys = await kept.getAllKeys('points', null, BATCH_MAX);
      const points = await kept.getAll('points', null, BATCH_MAX);
      if (points.length === 0) return;
      lastSentMs = device.clock.nowMs();
      await client.sendLocations({ body: { points } });
      await drop(keys);
    }
  } catch (error) {
    faultOf(error);
    const isRefused = error instanceof CottontreeError && [400, 409, 422].includes(error.status);
    if (isRefused) await drop(await kept.getAllKeys('points'));
  } finally {
    isSending = false;
  }
}

async function drop(keys: readonly number[]): Promise<void> {
  const tx = db.value?.transaction('points', 'readwrite');
  if (!tx) return;
  await Promise.all([...keys.map((key) => tx.store.delete(key)), tx.done]);
}
