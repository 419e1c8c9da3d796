import type { VNode } from 'preact';
import { StateChip } from '../../tools/state-chip.tsx';
import { go, place } from '../state/place.ts';
import { isOnline, outbox } from '../state/sending.ts';

/** How much is unsent: always on the screen, in whichever bar stands at its top. */
export function HeadChip(): VNode | null {
  if (!outbox.value) return null;
  return (
    <StateChip
      state={outbox.value.state.value}
      isReachable={isOnline.value}
      onClick={() => place.value.at !== 'unsent' && go({ at: 'unsent' })}
    />
  );
}
