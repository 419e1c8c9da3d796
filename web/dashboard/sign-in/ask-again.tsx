import type { VNode } from 'preact';
import { queries } from '../../kit/data/queries.ts';
import { account, sessionEnded } from '../../kit/data/session.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Credentials } from './credentials.tsx';
import { signInTexts as t } from './texts.ts';
import '../../kit/way-in/way-in.css';

/** A session that ended in the middle of something: signing in lies over the page, and nothing below it is lost. */
export function AskAgain(): VNode {
  return (
    <Dialog title={t.ended} onClose={() => undefined} holds>
      <p class="quiet">{t.endedText}</p>
      <div class="way-in-form">
        <Credentials
          email={account.value?.email ?? ''}
          done={() => {
            sessionEnded.value = false;
            void queries.invalidateQueries();
          }}
        />
      </div>
    </Dialog>
  );
}
