import type { VNode } from 'preact';
import type { FormState } from '../../../kit/form/use-form.ts';
import { texts } from '../../../kit/text/texts.ts';
import { productsTexts as t } from './texts.ts';

/** Colours that stay apart from each other on a till, with dark text on them. */
const COLOURS = [
  ['#F6EFE0', 'sand'],
  ['#F6E9E4', 'rose'],
  ['#E6E9F4', 'paleIndigo'],
  ['#E5EFF3', 'paleBlue'],
  ['#EDE7F5', 'lilac'],
  ['#E4F1E8', 'paleGreen'],
  ['#C4733B', 'orange'],
  ['#3B6FC4', 'blue'],
  ['#2F7A52', 'green'],
  ['#8A5BB5', 'purple'],
] as const;

const colourTexts = texts(
  {
    sand: 'Sand',
    rose: 'Pale rose',
    paleIndigo: 'Pale indigo',
    paleBlue: 'Pale blue',
    lilac: 'Lilac',
    paleGreen: 'Pale green',
    orange: 'Orange',
    blue: 'Blue',
    green: 'Green',
    purple: 'Purple',
    own: (code: string) => `Your own, ${code}`,
  },
  {
    sand: 'Sansan kɔla',
    rose: 'Layt pink',
    paleIndigo: 'Layt indigo',
    paleBlue: 'Layt blu',
    lilac: 'Layt pɔpul',
    paleGreen: 'Layt grin',
    orange: 'Ɔrinch',
    blue: 'Blu',
    green: 'Grin',
    purple: 'Pɔpul',
    own: (code) => `Yu yon, ${code}`,
  },
);

/** A colour as a picture, for no colour of a person's choosing can stand in a style of ours. */
export function Swatch({ color }: { readonly color: string }): VNode {
  return (
    <svg viewBox="0 0 10 10" width="100%" height="100%" preserveAspectRatio="none" aria-hidden="true">
      <rect width="10" height="10" fill={color} />
    </svg>
  );
}

/** The colour of a button at the till. */
export function ColourField({ form }: { readonly form: FormState }): VNode {
  const chosen = form.text('color');
  const known = COLOURS.map(([color, name]) => [color, colourTexts[name]] as const);
  const isKnown = chosen === '' || known.some(([color]) => color === chosen.toUpperCase());
  const all = isKnown ? known : [[chosen, colourTexts.own(chosen)] as const, ...known];
  return (
    <div class="field" role="group" aria-label={t.color}>
      <span>{t.color}</span>
      <div class="till-swatches">
        <button
          type="button"
          class="till-swatch"
          aria-label={t.noColor}
          title={t.noColor}
          aria-pressed={chosen === ''}
          onClick={() => form.set('color', '')}
        >
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <path d="M1 9L9 1" stroke="currentColor" />
          </svg>
        </button>
        {all.map(([color, name]) => (
          <button
            type="button"
            class="till-swatch"
            aria-label={name}
            title={name}
            aria-pressed={color.toUpperCase() === chosen.toUpperCase()}
            onClick={() => form.set('color', color)}
          >
            <Swatch color={color} />
          </button>
        ))}
      </div>
    </div>
  );
}
