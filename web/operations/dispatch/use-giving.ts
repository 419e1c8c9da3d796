import type { AnswerOf } from '@cottontree/client';
import type { DispatchDelivery, DispatchDriver } from '@cottontree/contract';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { toast } from '../../kit/parts/toast.tsx';
import { boardTexts as t } from './texts.ts';

type Result = AnswerOf<'assignDeliveries'>['data']['results'][number];

export type Giving = {
  /** Those that nobody was given yet, each as it was last shown. */
  readonly left: readonly DispatchDelivery[];
  /** What stands against the last press, and what another one does. */
  readonly said: readonly string[];
  readonly busy: boolean;
  /** True once that courier has all that were left. */
  readonly giveTo: (courier: DispatchDriver) => Promise<boolean>;
};

/** Gives jobs to a courier, as they are shown: what was not known by then is told first, and the next press knows it. */
export function useGiving(jobs: readonly DispatchDelivery[]): Giving {
  const assign = useAct(client.assignDeliveries);
  const [left, setLeft] = useState(jobs);
  const [said, setSaid] = useState<readonly string[]>([]);
  /** Of whom it was told that they are off shift. */
  const [askedOf, setAskedOf] = useState<string | null>(null);

  async function giveTo(courier: DispatchDriver): Promise<boolean> {
    if (courier.online_since === null && askedOf !== courier.id) {
      setAskedOf(courier.id);
      setSaid([`${t.isOffShift(courier.name)} ${t.onceMore(left.length, courier.name)}`]);
      return false;
    }
    const answered = await assign.run({
      body: {
        assignments: left.map(({ job_number, driver }) => ({
          job_number,
          driver_id: courier.id,
          expected_driver_id: driver?.id ?? null,
        })),
      },
    });
    if (!answered) {
      setSaid([]);
      return false;
    }
    const { results, assigned_count: given } = answered.data;
    if (given > 0) toast(t.given(given, courier.name));
    const refused = await Promise.all(
      left.flatMap((job, index) => {
        const result = results[index];
        return result && !result.assigned ? [asItStands(job, result)] : [];
      }),
    );
    setLeft(refused.length === 0 ? left : refused.map(({ job }) => job));
    setSaid(wordsOf(refused, { all: left.length, wanted: courier.name }));
    return refused.length === 0;
  }

  return {
    left,
    said: [...said, ...(assign.error ? [assign.error.message] : [])],
    busy: assign.busy,
    giveTo,
  };
}

type Refused = {
  readonly job: DispatchDelivery;
  readonly why: string;
  /** Another press gives it all the same. */
  readonly meanwhile: boolean;
};

/** A job that was refused: where somebody else has it than was shown, who that is. */
async function asItStands(job: DispatchDelivery, { error }: Result): Promise<Refused> {
  const refused = { job, why: error?.message ?? '', meanwhile: false };
  if (error?.code !== 'DRIVER_CHANGED') return refused;
  const now = await client.getDispatchDelivery({ params: { jobNumber: job.job_number } }).then(
    ({ data }) => data,
    () => null,
  );
  if (!now) return refused;
  const why = now.driver ? t.givenMeanwhile(now.driver.name) : t.takenBackMeanwhile;
  return { job: now, why, meanwhile: true };
}

/** Each by its number where several were to be given. */
function wordsOf(
  refused: readonly Refused[],
  { all, wanted }: { readonly all: number; readonly wanted: string },
): readonly string[] {
  const changed = refused.filter(({ meanwhile }) => meanwhile).length;
  const once = changed > 0 ? t.onceMore(changed, wanted) : '';
  if (all === 1) return refused.map(({ why }) => `${why} ${once}`.trim());
  return [
    ...(refused.length > 0 ? [t.refusedOf(refused.length, all)] : []),
    ...refused.map(({ job: { job_number: job }, why }) => (why.includes(job) ? why : t.ofJob(job, why))),
    ...(once ? [once] : []),
  ];
}
