import { Delete } from 'lucide';
import type { VNode } from 'preact';
import { t } from '../texts.ts';
import type { PadKey } from './typed-amount.ts';

import { Icon } from '../../kit/parts/icon.tsx';

const KEYS: readonly PadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
/** Digits for an amount, large enough for a thumb. */
export function Keypad({ onKey }: { readonly onKey: (key: PadKey) => void }): VNode {
  const key = (one: PadKey) => (
    <button key={one} type="button" onClick={() => onKey(one)}>
      {one}
    </button>
  );
  return (
    <div class="keypad">
      {KEYS.map(key)}
      {key('.')}
      {key('0')}
      <button type="button" aria-label={t.deleteDigit} onClick={() => onKey('back')}>
        <Icon of={Delete} size="l" />
      </button>
    </div>
  );
}
