import type { VNode } from 'preact';
import { useMedia } from '../../kit/parts/use-media.ts';
import { place } from '../state/place.ts';
import { jobsUnderWay } from '../state/signals.ts';
import { JobPage } from './job-page.tsx';
import { JobsPage } from './jobs-page.tsx';
import './two-panes.css';

/** The jobs, and one of them: beside each other where there is room, one after the other on a phone. */
export function Jobs(): VNode {
  const wide = useMedia('(min-width: 60em)');
  const at = place.value;
  const open = at.at === 'job' ? at.jobNumber : null;
  const shown = open ?? jobsUnderWay.value[0]?.job_number ?? null;
  const both = wide && shown !== null;
  const worked = both ? shown : open;
  // In the same place for both: what was typed or signed stays when the device is turned.
  return (
    <div class={both ? 'two-panes' : 'one-pane'}>
      {(both || open === null) && <JobsPage {...(both ? { shown } : {})} />}
      {worked !== null && <JobPage key={worked} jobNumber={worked} />}
    </div>
  );
}
