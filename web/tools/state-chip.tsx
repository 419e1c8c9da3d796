import type { VNode } from 'preact';
import type { Glyph, Meaning } from '../kit/parts/statuses.ts';
import { GlyphShape } from '../kit/parts/status.tsx';
import type { OutboxState } from '../outbox/index.ts';
import { t } from './texts.ts';
import './state-chip.css';

type StateChipProps = {
  readonly state: OutboxState;
  readonly isReachable: boolean;
  /** Leads to what is unsent and what has to be seen. */
  readonly onClick?: () => void;
  /** Words of the tool's own for how it stands. */
  readonly say?: (said: Said) => Said;
};

/** Always on the screen: whether everything that was done here is with the server. */
export function StateChip({ state, isReachable, onClick, say = (said) => said }: StateChipProps): VNode {
  const { meaning, glyph, words } = say(sayState(state, isReachable));
  const content = (
    <>
      <GlyphShape glyph={glyph} />
      <span>{words}</span>
      {state.toSee > 0 && (
        <b class="to-see">
          <span class="to-see-words">{t.to_see(state.toSee)}</span>
          <span class="to-see-count" aria-hidden="true">
            {state.toSee}
          </span>
        </b>
      )}
    </>
  );
  const look = `state-chip status pill ${meaning}`;
  return onClick ? (
    <button type="button" class={look} onClick={onClick} aria-live="polite">
      {content}
    </button>
  ) : (
    <span class={look} role="status">
      {content}
    </span>
  );
}

export type Said = { readonly meaning: Meaning; readonly glyph: Glyph; readonly words: string };

/** What has to be known first comes first: that nothing can be kept, that nothing is sent, that all is well. */
export function sayState({ unsent, phase, trouble, room }: OutboxState, isReachable: boolean): Said {
  if (phase === 'elsewhere') return { meaning: 'wait', glyph: 'dash', words: t.elsewhere };
  if (room === 'short') return { meaning: 'bad', glyph: 'bang', words: t.short };
  if (!isReachable || (trouble?.kind === 'network' && unsent > 0))
    return { meaning: 'wait', glyph: 'dashed', words: unsent > 0 ? t.offline_unsent(unsent) : t.offline };
  if (unsent === 0) return { meaning: 'good', glyph: 'tick', words: t.all_sent };
  if (trouble?.kind === 'sign-in') return { meaning: 'bad', glyph: 'bang', words: t.sign_in(unsent) };
  if (trouble) return { meaning: 'wait', glyph: 'dashed', words: t.unsent(unsent) };
  return { meaning: 'move', glyph: 'half', words: t.sending(unsent) };
}
