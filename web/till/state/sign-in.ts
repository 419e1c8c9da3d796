import { CottontreeError } from '@cottontree/client';
import type { CurrentTerminal } from '@cottontree/contract';
import { signal } from '@preact/signals';
import { triedText } from '../../tools/fault.ts';
import { device, deviceClient, sessionOver, token } from '../data/api.ts';
import { isPin } from '../data/permissions.ts';
import { readNote, writeNote } from '../data/till-store.ts';
import { t } from '../texts.ts';
import { keeps, whyUnkept } from './keep.ts';
import { keepSession } from './open-till.ts';
import { goHome, isMenuOpen } from './place.ts';
import { continueNumbers } from './receipt-numbers.ts';
import { db, staff, terminal } from './signals.ts';

export type Colleague = { readonly id: string; readonly name: string };

/** Who can sign in here; those that this till knows until the server was asked. */
export const colleagues = signal<readonly Colleague[]>([]);
/** False in a page with a demo key of test mode. */
export const isPinRequired = signal(true);
/** The server knows this device as no till any more. */
export const isPairingOver = signal(false);

/** UNAUTHORIZED: the key that it was bound with was revoked. */
const OVER: ReadonlySet<string> = new Set(['TERMINAL_NOT_PAIRED', 'UNAUTHORIZED']);

export async function readColleagues(): Promise<void> {
  if (colleagues.value.length === 0) colleagues.value = staff.value?.staff ?? [];
  try {
    const { data } = await deviceClient.getCurrentTerminal();
    colleagues.value = data.staff;
    isPinRequired.value = data.pin_required;
    isPairingOver.value = false;
    await keepPlace(data);
  } catch (error) {
    if (!(error instanceof CottontreeError)) throw error;
    if (OVER.has(error.code)) isPairingOver.value = true;
    isPinRequired.value = true;
  }
}

/** Takes over what the till is called, where it stands and which colour it wears by now. */
async function keepPlace({ terminal: now, accent }: CurrentTerminal): Promise<void> {
  const { id, name, location_id: locationId } = now;
  const paired = device.pairing.value;
  const before = terminal.value;
  if (paired === null || before === null || before.id !== id) return;
  const isKnown = before.name === name && before.locationId === locationId;
  if (isKnown && (before.accent ?? null) === accent) return;
  const next = { ...before, name, locationId, accent };
  await device.pair({ ...paired, terminal: next });
  terminal.value = next;
}

const NO_ANSWER: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'TIMEOUT', 'INVALID_ANSWER']);

/** Signs somebody in with their PIN, or without where none is required: asks the server, and without network the verifier that it gave this till. Answers why not, else null. */
export async function signIn(who: Colleague, pin: string | null): Promise<string | null> {
  try {
    const { data } = await deviceClient.createWidgetSession({
      body: { staff_id: who.id, ...(pin === null ? {} : { pin }) },
    });
    await enter(who, data.token);
    return null;
  } catch (error) {
    if (!(error instanceof CottontreeError)) throw error;
    if (NO_ANSWER.has(error.code) || error.status >= 500) return signInHere(who, pin);
    if (OVER.has(error.code)) isPairingOver.value = true;
    return error.code === 'INVALID_CREDENTIALS' ? t.wrongPin : triedText(error);
  }
}

const TRIES_MAX = 5;
const WAIT_MS = 900_000;

async function signInHere(who: Colleague, pin: string | null): Promise<string | null> {
  const known = staff.value?.staff.find(({ id }) => id === who.id);
  if (pin === null || !known?.pin) return t.pinNeedsNetwork;
  const kept = db.value;
  if (!kept) return t.notDone;
  const { [who.id]: before, ...others } = (await readNote(kept, 'wrongPins')) ?? {};
  const atMs = device.clock.nowMs();
  const isOver = before !== undefined && before.count >= TRIES_MAX;
  if (isOver && atMs >= before.atMs && atMs - before.atMs < WAIT_MS) return t.tooManyPins;
  // A clock that was set back makes nobody wait for more than the whole time, from now on.
  const isAhead = isOver && atMs < before.atMs;
  const count = (before?.count ?? 0) + (isAhead ? 0 : 1);
  // Counted before it is looked at: who loads the page anew has no further tries, and what cannot be counted is none.
  const noted = { ...others, [who.id]: { count, atMs } };
  const unkept = await writeNote(kept, 'wrongPins', noted).then(() => null, whyUnkept);
  if (unkept !== null) return unkept;
  if (isAhead) return t.tooManyPins;
  if (!(await isPin(pin, known.pin))) return t.wrongPin;
  await writeNote(kept, 'wrongPins', others).catch(() => undefined);
  // The person who was signed in with network goes on being so; anybody else's sales wait for their own sign-in.
  await enter(who, null);
  return null;
}

/** Lets somebody in with the session that they were granted; null: the PIN was checked here. */
export async function enter(who: Colleague, granted: string | null): Promise<void> {
  token.value = granted;
  sessionOver.value = false;
  // Before the first receipt: no two may bear one number.
  if (granted !== null) await continueNumbers().catch(() => undefined);
  goHome();
  // What whoever was here before had open.
  isMenuOpen.value = false;
  await keeps(() => keepSession({ staffId: who.id, name: who.name, token: granted }));
}

/** Locks the till; what is unsent goes on being sent by the session that made it. */
export async function lock(): Promise<void> {
  await keepSession(null);
}
