import type { VNode } from 'preact';
import { figures } from '../state/figures.ts';
import { t } from '../texts.ts';

/** Inside, to come, refused: of all doors, or of this one while the others cannot be heard. */
export function Counts(): VNode {
  const { inside, toCome, refused, of } = figures.value;
  return (
    <dl class="door-counts">
      <div>
        <dt>{of === 'all' ? t.inside : t.insideHere}</dt>
        <dd>{inside.toLocaleString('en')}</dd>
      </div>
      <div>
        <dt>{t.toCome}</dt>
        <dd>{toCome.toLocaleString('en')}</dd>
      </div>
      <div>
        <dt>{t.refused}</dt>
        <dd>{refused.toLocaleString('en')}</dd>
      </div>
    </dl>
  );
}
