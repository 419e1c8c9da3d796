import type { VNode } from 'preact';

export type Shape = 'tick' | 'out' | 'clock' | 'octagon';

const PATHS: Readonly<Record<Shape, readonly string[]>> = {
  tick: ['M30 52l14 14 27-31'],
  out: ['M30 50h38', 'M54 34l16 16-16 16'],
  clock: ['M50 26v26l17 11'],
  octagon: ['M34 6h32l28 28v32L66 94H34L6 66V34z', 'M36 36l28 28M64 36L36 64'],
};

/** What an answer is without its colour. */
export function AnswerShape({ of }: { readonly of: Shape }): VNode {
  return (
    <svg class="answer-shape" viewBox="0 0 100 100" aria-hidden="true">
      {of !== 'octagon' && <circle cx="50" cy="50" r="44" />}
      {PATHS[of].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
