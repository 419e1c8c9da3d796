import type { ComponentChildren, VNode } from 'preact';
import { nearText } from '../format/time.ts';
import { GlyphShape } from './status.tsx';
import type { Glyph, Meaning } from './statuses.ts';
import './timeline.css';

export type Happening = {
  readonly title: ComponentChildren;
  readonly at: string | null;
  readonly text?: ComponentChildren;
  readonly meaning: Meaning;
  readonly glyph: Glyph;
};

/** What happened, newest first: the status, when, and who and how in one sentence. */
export function Timeline({ happenings }: { readonly happenings: readonly Happening[] }): VNode {
  return (
    <ol class="timeline">
      {happenings.map(({ title, at, text, meaning, glyph }) => (
        <li class={meaning}>
          <GlyphShape glyph={glyph} />
          <div class="timeline-line">
            <b>{title}</b>
            {at !== null && <time dateTime={at}>{nearText(at)}</time>}
          </div>
          {text !== undefined && <p>{text}</p>}
        </li>
      ))}
    </ol>
  );
}
