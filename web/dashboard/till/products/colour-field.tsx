import type { VNode } from 'preact';
import type { FormState } from '../../../kit/form/use-form.ts';
import { productsTexts as t } from './texts.ts';

/** Colours that stay apart from each other on a till, with dark text on them. */
const COLOURS = [
  '#F6EFE0',
  '#F6E9E4',
  '#E6E9F4',
  '#E5EFF3',
  '#EDE7F5',
  '#E4F1E8',
  '#C4733B',
  '#3B6FC4',
  '#2F7A52',
  '#8A5BB5',
];

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
  const all = chosen === '' || COLOURS.includes(chosen.toUpperCase()) ? COLOURS : [chosen, ...COLOURS];
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
        {all.map((color) => (
          <button
            type="button"
            class="till-swatch"
            aria-label={color}
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
