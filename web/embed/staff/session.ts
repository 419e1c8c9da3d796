import { CottontreeError, type Client } from '@cottontree/client';
import type { Scope, SessionWidget } from '@cottontree/contract';
import { computed, effect, signal } from '@preact/signals';
import { pairingCodeIn } from '../../tools/pair.ts';
import { toolClient } from '../../tools/api.ts';
import { isNoAnswer } from '../../tools/fault.ts';
import { device, deviceClient } from '../../till/data/api.ts';
import { claim } from '../../till/state/claim.ts';
import { onceThough } from '../../kit/data/once.ts';
import { embedKey, textProp } from '../frame.ts';

export type Colleague = { readonly id: string; readonly name: string };

const own = signal<string | null>(null);
/** Who can sign in at the till that this device is. */
export const colleagues = signal<readonly Colleague[]>([]);
/** Whether this device is bound to a till, by this widget or by the till itself. */
export const isPaired = signal(device.pairing.value !== null);

/** The session of the shop's own server that the API did not take. */
const refused = signal<string | null>(null);

/** The token of whoever works here: what the shop's own server began, or what a PIN opened. */
export function token(): string | null {
  const given = textProp('sessionToken');
  return given !== null && given !== refused.value ? given : own.value;
}

/** The API as who works here may call it. */
export const client: Client = toolClient({ clock: device.clock, token, around: onceThough });

/** Takes up a pairing code, and reads who may sign in. Throws what the API refuses. */
export async function pairWith(text: string): Promise<void> {
  const code = pairingCodeIn(text);
  if (code === null) throw new CottontreeError({ code: 'VALIDATION_ERROR', message: text, status: 400 });
  await device.pair(await claim(code));
  isPaired.value = true;
  await readColleagues();
}

/** False with a demo key of test mode. */
export const isPinRequired = signal(true);

export async function readColleagues(): Promise<void> {
  try {
    const { data } = await deviceClient.getCurrentTerminal();
    colleagues.value = data.staff;
    isPinRequired.value = data.pin_required;
  } catch (error) {
    if (!(error instanceof CottontreeError) || error.code !== 'TERMINAL_NOT_PAIRED') throw error;
    await device.unpair();
    isPaired.value = false;
  }
}

/** Signs somebody in with their PIN, or without where none is required. Throws what the API refuses. */
export async function signIn(widget: SessionWidget, who: Colleague, pin: string | null): Promise<void> {
  const { data } = await deviceClient.createWidgetSession({
    body: { widget, staff_id: who.id, ...(pin === null ? {} : { pin }) },
  });
  own.value = data.token;
}

/** What a session has to allow for a widget to do its work. */
const WANTED: Partial<Readonly<Record<SessionWidget, Scope>>> = {
  invoice_creator: 'invoices:write',
  payment_link_creator: 'payment_links:write',
};

/** Looks whether a session of the shop's own server will do; else whoever works here signs in. Throws what the API refuses. */
export async function lookAtGiven(widget: SessionWidget, given: string): Promise<void> {
  const asGiven = toolClient({ clock: device.clock, token: () => given });
  try {
    const { data: session } = await asGiven.getCurrentWidgetSession();
    const wanted = WANTED[widget];
    if (wanted !== undefined && !session.scopes.includes(wanted))
      throw new CottontreeError({
        code: 'INSUFFICIENT_SCOPE',
        message: `This session was begun for ${session.widget}, not for ${widget}.`,
        status: 403,
      });
  } catch (error) {
    if (!isNoAnswer(error)) refused.value = given;
    throw error;
  }
}

/** The session ended elsewhere, or its time is over. Answers whether one has to sign in again. */
export function forgetSession(): boolean {
  own.value = null;
  return token() === null;
}

/** Whether nothing here is about real money. */
export const isTest = computed(() =>
  /^(wst|pk)_test_/.test(token() ?? embedKey ?? device.pairing.value?.publicKey ?? ''),
);
effect(() => {
  document.documentElement.dataset['mode'] = isTest.value ? 'test' : 'live';
});
