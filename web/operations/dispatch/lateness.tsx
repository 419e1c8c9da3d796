import type { DispatchDelivery } from '@cottontree/contract';
import type { VNode } from 'preact';
import { nearText, spanText } from '../../kit/format/time.ts';
import { Said } from '../../kit/parts/status.tsx';
import { dueAt } from './job.ts';
import { boardTexts as t } from './texts.ts';

const MINUTE_MS = 60_000;

/** How a job stands to what was promised, in a word: `42 min over`, `4 min left`, `14:20`. */
export function latenessText(job: DispatchDelivery): string {
  const { lateness, minutes_late: minutes } = job;
  if (lateness === 'late' && minutes !== null) return t.over(spanText(minutes * MINUTE_MS));
  if (lateness === 'due_soon' && minutes !== null) return t.left(spanText(-minutes * MINUTE_MS));
  const due = dueAt(job);
  return due === null ? '' : nearText(due);
}

/** What it means to whoever looks: the ground of a card's corner. */
export function latenessMeaning({ lateness }: DispatchDelivery): 'bad' | 'wait' | 'idle' {
  if (lateness === 'late') return 'bad';
  return lateness === 'due_soon' ? 'wait' : 'idle';
}

/** Beside a status, where it is late or nearly. */
export function Lateness({ job }: { readonly job: DispatchDelivery }): VNode | null {
  if (job.lateness !== 'late' && job.lateness !== 'due_soon') return null;
  return (
    <span class="job-lateness">
      <Said meaning={latenessMeaning(job)} glyph={job.lateness === 'late' ? 'bang' : 'half'}>
        {latenessText(job)}
      </Said>
    </span>
  );
}
