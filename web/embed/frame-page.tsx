import type { SessionWidget } from '@cottontree/contract';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import '../kit/parts/fields.css';
import './embed.css';
import { connectFrame, textProp } from './frame.ts';
import { Note } from '../kit/parts/note.tsx';
import { createSessionProp } from './session-prop.ts';
import { Gate } from './staff/gate.tsx';
import { isTest, lookAtGiven } from './staff/session.ts';
import { t } from './texts.ts';
import { locale } from '../kit/text/locale.ts';

/** A widget of staff, in a page of the shop or by itself: it says what is not real, and who works here signs in first. */
export function Frame({
  widget,
  children,
}: {
  readonly widget: SessionWidget;
  readonly children: ComponentChildren;
}): VNode {
  const session = useMemo(() => createSessionProp((given) => lookAtGiven(widget, given)), [widget]);
  useEffect(() => {
    connectFrame();
    return session.watch();
  }, [session]);
  const said = textProp('locale') ?? new URLSearchParams(location.search).get('lang');
  useEffect(() => {
    if (said !== null) locale.value = /^kri\b/i.test(said) ? 'kri' : 'en';
  }, [said]);
  return (
    <main class="embed">
      {isTest.value && <p class="embed-test">{t.test}</p>}
      {session.refusal.value !== '' && <Note meaning="wait">{session.refusal.value}</Note>}
      {session.isHeard.value && <Gate widget={widget}>{children}</Gate>}
    </main>
  );
}
