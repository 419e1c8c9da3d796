import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { at, livemode } from '../paths.ts';
import { shellTexts as t } from './texts.ts';

const EVERY_MS = 15_000;

/** How the day goes, beside every page: what is open, who is there, what is late. */
export function Figures(): VNode | null {
  const { answer } = useCall(
    client.getDispatchBoard,
    { query: { livemode: livemode() } },
    { everyMs: EVERY_MS },
  );
  if (!answer) return null;
  const { columns, drivers } = answer.data;
  const sum = (of: 'count' | 'late'): number => columns.reduce((all, column) => all + column[of], 0);
  const late = sum('late');
  return (
    <div class="ops-figures" role="group" aria-label={t.figures}>
      <span>{t.open(sum('count'))}</span>
      <span>{t.onShift(drivers.on_shift, drivers.free)}</span>
      <a href={`${at('/jobs')}?late=true`} class={late > 0 ? 'hot' : ''}>
        {t.late(late)}
      </a>
    </div>
  );
}
