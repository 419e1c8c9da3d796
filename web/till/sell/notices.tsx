import type { VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { sessionOver } from '../data/api.ts';
import { outbox } from '../state/sending.ts';
import { lock } from '../state/sign-in.ts';
import { t } from '../texts.ts';

/** What has to be known before the next sale. */
export function Notices(): VNode | null {
  const state = outbox.value?.state.value;
  if (state?.phase === 'elsewhere')
    return (
      <div class="notices">
        <Note meaning="bad">
          {t.otherTab}{' '}
          <Button size="s" onClick={() => void outbox.value?.takeOver()}>
            {t.takeOver}
          </Button>
        </Note>
      </div>
    );
  if (state?.room === 'short')
    return (
      <div class="notices">
        <Note meaning="bad">{t.roomShort}</Note>
      </div>
    );
  if (sessionOver.value || state?.trouble?.kind === 'sign-in')
    return (
      <div class="notices">
        <Note meaning="wait">
          {t.sessionOver}{' '}
          <Button size="s" onClick={() => void lock()}>
            {t.unlock}
          </Button>
        </Note>
      </div>
    );
  return null;
}
