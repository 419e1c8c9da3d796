import { CottontreeError } from '@cottontree/client';
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import { isConnected, tellPage, textProp } from './frame.ts';
import { refusalText } from '../kit/text/refusals.ts';

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

/** Takes up the session that the page around has, each once; what comes of it is told to the page. */
export function createSessionProp(takeUp: (granted: string) => Promise<void>): SessionProp {
  const isHeard = signal(window.parent === window);
  const refusal = signal('');
  const granted = computed(() => textProp('sessionToken'));
  async function take(token: string): Promise<void> {
    refusal.value = '';
    try {
      await takeUp(token);
    } catch (error) {
      if (!(error instanceof CottontreeError)) throw error;
      // Without a network whoever worked here before goes on.
      if (error.status !== 0) refusal.value = refusalText(error);
      tellPage('error', { code: error.code, message: error.message });
    } finally {
      isHeard.value = true;
    }
  }
  return {
    isHeard,
    refusal,
    watch() {
      const timer = setTimeout(() => (isHeard.value = true), HEARD_WITHIN_MS);
      const end = effect(() => {
        if (!isConnected.value) return;
        if (granted.value === null) isHeard.value = true;
        else void take(granted.value);
      });
      return () => {
        clearTimeout(timer);
        end();
      };
    },
  };
}
