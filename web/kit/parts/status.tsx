import type { VNode } from 'preact';
import { wordsOf } from '../format/words.ts';
import { statusText } from '../text/statuses.ts';
import { lookOf, type Glyph, type Meaning, type StatusOf } from './statuses.ts';
import './status.css';

type StatusProps = {
  readonly of: StatusOf;
  readonly status: string;
  /** In headers; plain in tables. */
  readonly pill?: boolean;
};

/** A status: its shape, and the word. */
export function Status({ of, status, pill = false }: StatusProps): VNode {
  const [meaning, glyph] = lookOf(of, status);
  return (
    <span class={`status ${meaning} ${pill ? 'pill' : ''}`}>
      <GlyphShape glyph={glyph} />
      {statusText(status) ?? wordsOf(status)}
    </span>
  );
}

/** A shape with words of the page's own. */
export function Said({
  meaning,
  glyph,
  children,
}: {
  readonly meaning: Meaning;
  readonly glyph: Glyph;
  readonly children: string;
}): VNode {
  return (
    <span class={`status ${meaning}`}>
      <GlyphShape glyph={glyph} />
      {children}
    </span>
  );
}

const TICK = 'M4.3 7.2l2 1.9 3.5-4';
const FULL = 2 * Math.PI * 2;
const parts: Readonly<Record<string, number>> = { quarter: FULL / 4, half: FULL / 2, most: (FULL * 3) / 4 };

/** The shape alone: 14 px, progress by how much of it is full. */
export function GlyphShape({ glyph }: { readonly glyph: Glyph }): VNode {
  return (
    <svg class="glyph" viewBox="0 0 14 14" aria-hidden="true">
      {drawing(glyph)}
    </svg>
  );
}

function drawing(glyph: Glyph): VNode | VNode[] {
  const part = parts[glyph];
  if (part !== undefined)
    return [
      <circle class="o thin" cx="7" cy="7" r="5.9" />,
      <circle class="p" cx="7" cy="7" r="2" stroke-dasharray={`${part} 99`} transform="rotate(-90 7 7)" />,
    ];
  if (glyph === 'dashed') return <circle class="o" cx="7" cy="7" r="5.5" stroke-dasharray="2.2 1.8" />;
  if (glyph === 'ring') return <circle class="o" cx="7" cy="7" r="5.5" />;
  if (glyph === 'ringed-tick')
    return [
      <circle class="o thin" cx="7" cy="7" r="6.1" />,
      <circle class="d" cx="7" cy="7" r="4.6" />,
      <path class="x slim" d="M5 7.1l1.5 1.4L9 5.6" />,
    ];
  return [<circle class="d" cx="7" cy="7" r="6.5" />, <path class="x" d={strokes[glyph]} />];
}

const strokes: Readonly<Record<string, string>> = {
  tick: TICK,
  dash: 'M4.2 7h5.6',
  cross: 'M5 5l4 4M9 5l-4 4',
  bang: 'M7 3.8v3.6M7 10v.1',
  return: 'M6 4.2L4 6.2l2 2M4.2 6.2h3.6a1.9 1.9 0 0 1 0 3.8H6.6',
};
