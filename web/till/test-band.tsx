import type { VNode } from 'preact';
import { terminal } from './state/signals.ts';
import { t } from './texts.ts';

/** Test mode, always on the screen and in words. */
export function TestBand(): VNode | null {
  if (terminal.value?.livemode !== false) return null;
  return (
    <aside class="till-test" aria-label={t.testMode}>
      {t.testBand}
    </aside>
  );
}
