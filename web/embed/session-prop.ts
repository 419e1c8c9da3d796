import { CottontreeError } from '@cottontree/client';
import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { isConnected, tellPage, tellReady, textProp } from './frame.ts';
import { refusalText } from '../kit/text/refusals.ts';
import { isNoAnswer } from '../tools/fault.ts';

/** A page that has not answered by then says nothing of who works here. */
const HEARD_WITHIN_MS = 3_000;

export type SessionProp = {
  /** Whether it is known what the page says of who works here: until then nothing is asked of anybody. */
  readonly isHeard: ReadonlySignal<boolean>;
  /** Why the session that the page has was not taken up; empty: it was, or there is none. */
  readonly refusal: ReadonlySignal<string>;
  /** Looks at what the page says until the answer is called. */
  readonly watch: () => () => void;
};

/** Takes a session up, and answers what still has to be looked at where it was taken up before: nobody waits for that. */
type TakeUp = (granted: string) => Promise<void | (() => Promise<unknown>)>;

/** Asks after a session that was taken up before. Throws what the API refuses; without a network it is believed. */
export async function stillHolds(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof CottontreeError) || !isNoAnswer(error)) throw error;
  }
}

/** Takes up the session that the page around has, each once; what comes of it is told to the page, and that this one is ready. */
export function createSessionProp(takeUp: TakeUp): SessionProp {
  const isHeard = signal(window.parent === window);
  const refusal = signal('');
  const granted = computed(() => textProp('sessionToken'));
  const event = computed(() => textProp('eventId'));
  async function take(token: string): Promise<void> {
    refusal.value = '';
    try {
      const look = await takeUp(token);
      isHeard.value = true;
      await look?.();
    } catch (error) {
      if (!(error instanceof CottontreeError)) throw error;
      // The page has another by now, and hears of that one.
      if (granted.peek() !== token) return;
      // Without a network whoever worked here before goes on.
      if (error.status !== 0) refusal.value = refusalText(error);
      tellPage('error', { code: error.code, message: error.message });
    } finally {
      isHeard.value = true;
    }
    if (granted.peek() === token && refusal.value === '') tellReady();
  }
  return {
    isHeard,
    refusal,
    watch() {
      const timer = setTimeout(() => (isHeard.value = true), HEARD_WITHIN_MS);
      const end = effect(() => {
        if (!isConnected.value) return;
        if (granted.value === null) {
          isHeard.value = true;
          tellReady();
          return;
        }
        // For another event it is taken up anew; but not for whatever else is read meanwhile.
        void event.value;
        const token = granted.value;
        untracked(() => void take(token));
      });
      return () => {
        clearTimeout(timer);
        end();
      };
    },
  };
}
