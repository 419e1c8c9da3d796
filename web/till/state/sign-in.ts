import { CottontreeError } from '@cottontree/client';
import { signal } from '@preact/signals';
import { deviceClient, sessionOver, token } from '../data/api.ts';
import { isPin } from '../data/permissions.ts';
import { t } from '../texts.ts';
import { keepSession } from './open-till.ts';
import { goHome } from './place.ts';
import { staff } from './signals.ts';

export type Colleague = { readonly id: string; readonly name: string };

/** Who can sign in here; those that this till knows until the server was asked. */
export const colleagues = signal<readonly Colleague[]>([]);
/** False in a page with a demo key of test mode. */
export const isPinRequired = signal(true);

export async function readColleagues(): Promise<void> {
  if (colleagues.value.length === 0) colleagues.value = staff.value?.staff ?? [];
  try {
    const { data } = await deviceClient.getCurrentTerminal();
    colleagues.value = data.staff;
    isPinRequired.value = data.pin_required;
  } catch (error) {
    if (!(error instanceof CottontreeError)) throw error;
    isPinRequired.value = true;
  }
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
    return error.code === 'INVALID_CREDENTIALS' ? t.wrongPin : error.message;
  }
}

const TRIES_MAX = 5;
const WAIT_MS = 900_000;
const wrong = new Map<string, { readonly count: number; readonly atMs: number }>();

async function signInHere(who: Colleague, pin: string | null): Promise<string | null> {
  const known = staff.value?.staff.find(({ id }) => id === who.id);
  if (pin === null || !known?.pin) return t.pinNeedsNetwork;
  const before = wrong.get(who.id);
  if (before && before.count >= TRIES_MAX && Date.now() - before.atMs < WAIT_MS) return t.tooManyPins;
  if (!(await isPin(pin, known.pin))) {
    wrong.set(who.id, { count: (before?.count ?? 0) + 1, atMs: Date.now() });
    return t.wrongPin;
  }
  wrong.delete(who.id);
  // The person who was signed in with network goes on being so; anybody else's sales wait for their own sign-in.
  await enter(who, null);
  return null;
}

/** Lets somebody in with the session that they were granted; null: the PIN was checked here. */
export async function enter(who: Colleague, granted: string | null): Promise<void> {
  token.value = granted;
  sessionOver.value = false;
  goHome();
  await keepSession({ staffId: who.id, name: who.name, token: granted });
}

/** Locks the till; what is unsent goes on being sent by the session that made it. */
export async function lock(): Promise<void> {
  await keepSession(null);
}
