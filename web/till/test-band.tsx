import { FlaskConical } from 'lucide';
import type { VNode } from 'preact';
import { Icon } from '../kit/parts/icon.tsx';
import { terminal } from './state/signals.ts';
import { t } from './texts.ts';

/** Test mode, always on the screen and in words. */
export function TestBand(): VNode | null {
  if (terminal.value?.livemode !== false) return null;
  return (
    <aside class="till-test" aria-label={t.testMode}>
      <Icon of={FlaskConical} size="s" />
      {t.testBand}
    </aside>
  );
}
