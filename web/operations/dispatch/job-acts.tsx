import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Menu } from '../../kit/parts/menu.tsx';
import { CodeDialog, MoveDialog, UnassignDialog } from './act-dialogs.tsx';
import { OpenIncidentDialog } from './incident-dialogs.tsx';
import { canChangeHands } from './job.ts';
import type { JobDetails } from './job.ts';
import { jobTexts as t } from './job-texts.ts';
import { OverrideDialog } from './override-dialog.tsx';

type Act =
  | 'unassign'
  | 'in_transit'
  | 'completed'
  | 'cancelled'
  | 'failed'
  | 'override'
  | 'code'
  | 'incident';

/** What else a dispatcher may do, as far as the job has come. */
export function JobActs({ job }: { readonly job: JobDetails }): VNode {
  const [act, setAct] = useState<Act | null>(null);
  const close = (): void => setAct(null);
  const { status } = job;
  const isLive = ['pending', 'assigned', 'picked_up', 'in_transit'].includes(status);
  return (
    <>
      <Menu
        items={[
          status === 'assigned' &&
            job.driver !== null && { name: t.unassign, onClick: () => setAct('unassign') },
          status === 'picked_up' && { name: t.toInTransit, onClick: () => setAct('in_transit') },
          status === 'delivered' && { name: t.toCompleted, onClick: () => setAct('completed') },
          (status === 'assigned' || status === 'in_transit') && {
            name: t.override,
            onClick: () => setAct('override'),
          },
          isLive && { name: t.newCode, onClick: () => setAct('code') },
          { name: t.openIncident, onClick: () => setAct('incident') },
          canChangeHands(job) && { name: t.toCancelled, danger: true, onClick: () => setAct('cancelled') },
          isLive &&
            status !== 'pending' && { name: t.toFailed, danger: true, onClick: () => setAct('failed') },
        ]}
      />
      {act === 'unassign' && <UnassignDialog job={job} onClose={close} />}
      {(act === 'in_transit' || act === 'completed' || act === 'cancelled' || act === 'failed') && (
        <MoveDialog job={job} to={act} onClose={close} />
      )}
      {act === 'override' && <OverrideDialog job={job} onClose={close} />}
      {act === 'code' && <CodeDialog job={job} onClose={close} />}
      {act === 'incident' && <OpenIncidentDialog jobNumber={job.job_number} onClose={close} />}
    </>
  );
}
