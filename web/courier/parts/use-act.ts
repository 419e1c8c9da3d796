import { useState } from 'preact/hooks';
import { NoRoomError, OtherTabError } from '../../outbox/index.ts';
import { faultOf, isUnanswered } from '../data/api.ts';
import { t } from '../texts.ts';

/** An act under way, and why it did not work: told where it was pressed. */
export type Act = {
  readonly busy: boolean;
  readonly fault: string | null;
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
};

export function useAct(): Act {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  return {
    busy,
    fault,
    async run(work) {
      setBusy(true);
      setFault(null);
      try {
        await work();
      } catch (error) {
        setFault(wordsOf(error));
      }
      setBusy(false);
    },
  };
}

function wordsOf(error: unknown): string {
  if (error instanceof NoRoomError) return t.noRoom;
  if (error instanceof OtherTabError) return t.otherTab;
  return isUnanswered(error) ? t.noAnswer : faultOf(error);
}
