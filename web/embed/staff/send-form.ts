import { CottontreeError } from '@cottontree/client';
import { signal, type Signal } from '@preact/signals';
import type { FormState } from '../../kit/form/use-form.ts';
import { isNoAnswer } from '../../tools/fault.ts';
import { tellPage } from '../frame.ts';
import { t } from '../texts.ts';
import { forgetSession } from './session.ts';

export type Sending = {
  readonly busy: Signal<boolean>;
  /** Answers what came of it, or null: a refusal stands at its field, and the page around was told. */
  readonly run: <Answer>(send: () => Promise<Answer>, form: FormState) => Promise<Answer | null>;
};

/** Sends what a form says, one at a time. */
export function createSending(): Sending {
  const busy = signal(false);
  return {
    busy,
    async run(send, form) {
      if (busy.value) return null;
      busy.value = true;
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof CottontreeError)) throw error;
        // Who has to sign in again reads so there; a session of the shop's own server ends in the form.
        if (isNoAnswer(error)) form.show({ '': t.offline });
        else if (error.status !== 401 || !forgetSession()) form.refuse(error);
        tellPage('error', { code: error.code, message: error.message });
        return null;
      } finally {
        busy.value = false;
      }
    },
  };
}
