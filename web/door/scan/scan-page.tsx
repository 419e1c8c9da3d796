import { Keyboard, Search } from 'lucide';
import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Icon } from '../../kit/parts/icon.tsx';
import { listenForScanner } from '../../tools/wedge.ts';
import { GateDialog, isGateUnsettled } from '../setup/gate-dialog.tsx';
import { go } from '../state/place.ts';
import { t } from '../texts.ts';
import { answer, isJudging } from './answer.ts';
import { CameraView } from './camera-view.tsx';
import { Counts } from './counts.tsx';
import { Knows, Notices } from './notices.tsx';
import { takeCode } from './take-code.ts';
import { TopBar } from './top-bar.tsx';

/** Waits for tickets: by camera, by a scanner in the hand, by typing. */
export function ScanPage(): VNode {
  // In place as soon as the page is seen, or what a quick scanner types would be lost.
  useLayoutEffect(() => listenForScanner((text) => void takeCode({ text, source: 'hid', force: null })), []);
  return (
    <main class="scan">
      <h1 class="hidden-text">{t.scanCode}</h1>
      <TopBar />
      <Notices />
      <CameraView onCode={byCamera} />
      <div class="scan-foot">
        <Counts />
        <Knows />
        <div class="scan-acts">
          <button type="button" class="door-button" onClick={() => go({ at: 'type' })}>
            <Icon of={Keyboard} />
            {t.typeCode}
          </button>
          <button type="button" class="door-button" onClick={() => go({ at: 'find' })}>
            <Icon of={Search} />
            {t.find}
          </button>
        </div>
      </div>
      <p class="hidden-text" role="status">
        {isJudging.value ? t.judging : ''}
      </p>
      {answer.value === null && <GateDialog />}
    </main>
  );
}

/** Whoever was let in makes room for the next; a refusal stays until somebody has seen it, and what is asked until it is answered. */
function byCamera(text: string): boolean {
  if (isJudging.value || isGateUnsettled.value || document.querySelector('dialog[open]')) return false;
  if (answer.value?.result === 'rejected') return false;
  void takeCode({ text, source: 'camera', force: null });
  return true;
}
