import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Toasts } from '../kit/parts/toast.tsx';
import { AnswerPage } from './answer/answer-page.tsx';
import { FindPage } from './find/find-page.tsx';
import { TypePage } from './find/type-page.tsx';
import { MenuSheet } from './setup/menu-sheet.tsx';
import { Pair } from './setup/pair.tsx';
import { answer } from './scan/answer.ts';
import { ScanPage } from './scan/scan-page.tsx';
import { ScansPage } from './scans/scans-page.tsx';
import { UnsentPage } from './scans/unsent-page.tsx';
import { begin, step } from './state/begin.ts';
import { isMenuOpen, place } from './state/place.ts';
import '../kit/parts/fields.css';
import './app.css';

/** The door: a phone that is paired with no event asks for a code, any other waits for tickets. */
export function App(): VNode {
  useEffect(() => void begin(), []);
  return (
    <>
      {step.value === 'pair' && <Pair />}
      {step.value === 'open' && <Door />}
      <Toasts />
    </>
  );
}

function Door(): VNode {
  const { at } = place.value;
  return (
    <div class="door">
      <div class="door-page" inert={answer.value !== null}>
        {at === 'scan' && <ScanPage />}
        {at === 'type' && <TypePage />}
        {at === 'find' && <FindPage />}
        {at === 'scans' && <ScansPage />}
        {at === 'unsent' && <UnsentPage />}
        {at === 'pair' && <Pair />}
        {isMenuOpen.value && answer.value === null && <MenuSheet />}
      </div>
      {answer.value !== null && <AnswerPage told={answer.value} />}
    </div>
  );
}
