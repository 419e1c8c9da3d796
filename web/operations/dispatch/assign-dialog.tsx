import type { DispatchDelivery, DispatchDriver } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { SearchField } from '../../kit/list/list-tools.tsx';
import { livemode } from '../paths.ts';
import { CourierChoice } from './courier-choice.tsx';
import { kmTo } from './distance.ts';
import { OfferForm } from './offer-form.tsx';
import { boardTexts as t } from './texts.ts';

const COURIERS_MAX = 100;

type How = 'assign' | 'offer';

/** Who is to have it: by hand, nearest first, or by asking. Several jobs go to one courier at once. */
export function AssignDialog({
  jobs,
  onClose,
  done,
}: {
  readonly jobs: readonly DispatchDelivery[];
  readonly onClose: () => void;
  readonly done?: () => void;
}): VNode {
  const [how, setHow] = useState<How>('assign');
  const [only, one] = [jobs.length === 1, jobs[0]];
  const title = only ? t.assignTitle(one?.job_number ?? '') : t.assignMany(jobs.length);
  const close = (): void => {
    done?.();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose} wide>
      {only && (
        <Segmented
          label={t.how}
          options={[
            ['assign', t.byHand],
            ['offer', t.byOffer],
          ]}
          value={how}
          onChange={setHow}
        />
      )}
      {how === 'offer' && one ? (
        <OfferForm job={one} onDone={close} />
      ) : (
        <ByHand jobs={jobs} onDone={close} />
      )}
    </Dialog>
  );
}

/** The job where a colleague gave it to somebody since it was shown; null: nobody did, or nobody knows. */
async function givenMeanwhile({ job_number, driver }: DispatchDelivery): Promise<DispatchDelivery | null> {
  const now = await client.getDispatchDelivery({ params: { jobNumber: job_number } }).then(
    ({ data }) => data,
    () => null,
  );
  return now?.driver && now.driver.id !== driver?.id ? now : null;
}

function ByHand({
  jobs,
  onDone,
}: {
  readonly jobs: readonly DispatchDelivery[];
  readonly onDone: () => void;
}): VNode {
  const [word, setWord] = useState('');
  const [onShift, setOnShift] = useState(true);
  const { answer, error, again } = useCall(client.listDispatchDrivers, {
    query: {
      active: true,
      limit: COURIERS_MAX,
      ...(onShift ? { online: true } : {}),
      ...(word ? { q: word } : {}),
    },
  });
  const assign = useAct(client.assignDeliveries);
  /** As it was shown. */
  const [first, setFirst] = useState(jobs[0]);
  const fitting = (answer?.data ?? []).filter(
    (courier) => courier.livemode === null || courier.livemode === livemode(),
  );
  async function give(courier: DispatchDriver): Promise<void> {
    const now = jobs.length === 1 && first ? await givenMeanwhile(first) : null;
    if (now && now.driver?.id !== courier.id) {
      setFirst(now);
      return setRefusals([t.givenMeanwhile(now.driver?.name ?? '', courier.name)]);
    }
    const answered = await assign.run({
      body: { assignments: jobs.map(({ job_number }) => ({ job_number, driver_id: courier.id })) },
    });
    const refused = answered?.data.results.filter(({ assigned }) => !assigned) ?? [];
    const each = refused.map(({ job_number, error: why }) => `${job_number}: ${why?.message ?? ''}`);
    setRefusals(jobs.length > 1 && each.length > 0 ? [t.refusedOf(each.length, jobs.length), ...each] : each);
    if (!answered) return;
    if (refused.length < jobs.length) toast(t.given(jobs.length - refused.length, courier.name));
    if (refused.length === 0) onDone();
  }
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const said = [...refusals, ...(assign.error ? [assign.error.message] : [])];
  return (
    <>
      <div class="list-tools">
        <SearchField placeholder={t.findCourier} value={word} set={(text) => setWord(text ?? '')} />
        <Segmented
          label={t.whichCouriers}
          options={[
            ['yes', t.onShift],
            ['no', t.everybody],
          ]}
          value={onShift ? 'yes' : 'no'}
          onChange={(value) => setOnShift(value === 'yes')}
        />
      </div>
      {said.length > 0 && (
        <div role="alert">
          {said.map((why) => (
            <p class="fault">{why}</p>
          ))}
        </div>
      )}
      {error && !answer ? (
        <Problem error={error} again={again} />
      ) : answer ? (
        <CourierChoice
          couriers={fitting.toSorted((a, b) => kmTo(a, first) - kmTo(b, first) || a.jobs - b.jobs)}
          near={first}
          busy={assign.busy}
          give={(courier) => void give(courier)}
        />
      ) : (
        <Loading rows={4} />
      )}
    </>
  );
}
