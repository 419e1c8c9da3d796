import { effect } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { connectFrame, flagProp, tellPage, textProp } from '../../embed/frame.ts';
import { createSessionProp } from '../../embed/session-prop.ts';
import { Note } from '../../kit/parts/note.tsx';
import { hasStorage, locale } from '../../kit/text/locale.ts';
import { sayAnswer } from '../answer/say-answer.ts';
import { answer } from '../scan/answer.ts';
import { standBySession } from './stand-by-session.ts';
import { t } from './texts.ts';
import './embedded.css';

const session = createSessionProp(standBySession);

/** The door in a page of the shop: it offers what that page wants, and tells it of each ticket. */
export function Embedded({ children }: { readonly children: ComponentChildren }): VNode {
  useEffect(() => {
    connectFrame();
    const ends = [effect(dress), effect(tellScan), session.watch()];
    return () => ends.forEach((end) => end());
  }, []);
  return (
    <>
      {!hasStorage() && (
        <div class="embedded-note">
          <Note meaning="wait">
            {t.keepsNothing}{' '}
            <a class="link" href="/scan" target="_blank" rel="noopener">
              {t.ownWindow}
            </a>
          </Note>
        </div>
      )}
      {session.refusal.value !== '' && (
        <div class="embedded-note">
          <Note meaning="wait">{session.refusal.value}</Note>
        </div>
      )}
      {session.isHeard.value && children}
    </>
  );
}

function dress(): void {
  const mode = textProp('scanMode');
  const hidden = [
    ...(mode === 'manual' ? ['camera'] : []),
    ...(mode === 'camera' ? ['typing'] : []),
    ...(flagProp('showStats', true) ? [] : ['stats']),
  ];
  document.documentElement.dataset['hide'] = hidden.join(' ');
  const said = textProp('locale');
  if (said !== null) locale.value = /^kri\b/i.test(said) ? 'kri' : 'en';
}

/** Each answer once, as the screen shows it. */
function tellScan(): void {
  const told = answer.value;
  if (told === null) return;
  const { result, refusal, message, typeName, name, persons, asked } = told;
  if (result === 'rejected') {
    // Judged on this phone it has no sentence of the server: the page is told what the screen says.
    const { title, who } = sayAnswer(told);
    const said = message ?? [title, who].filter((part) => part !== null).join('. ');
    tellPage('scan-error', { code: refusal ?? 'REJECTED', message: said });
  } else
    tellPage('scan-success', {
      code: asked.text,
      ticketTypeName: typeName,
      holderName: name,
      persons,
      admittedAt: new Date().toISOString(),
    });
}
