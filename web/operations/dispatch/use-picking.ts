import type { DispatchDelivery } from '@cottontree/contract';
import { useState } from 'preact/hooks';

/** Choosing several jobs on the board; each as it was shown when it was chosen, so that nobody's choice of a courier is overwritten unseen. */
export type Picking = {
  readonly isOn: boolean;
  readonly turn: () => void;
  readonly jobs: readonly DispatchDelivery[];
  readonly has: (job: DispatchDelivery) => boolean;
  readonly pick: (job: DispatchDelivery, on: boolean) => void;
  readonly clear: () => void;
};

export function usePicking(): Picking {
  const [isOn, setOn] = useState(false);
  const [jobs, setJobs] = useState<readonly DispatchDelivery[]>([]);
  return {
    isOn,
    turn() {
      setOn(!isOn);
      setJobs([]);
    },
    jobs,
    has: (job) => jobs.some(({ job_number }) => job_number === job.job_number),
    pick(job, on) {
      const others = jobs.filter(({ job_number }) => job_number !== job.job_number);
      setJobs(on ? [...others, job] : others);
    },
    clear: () => setJobs([]),
  };
}
