import type { DispatchDelivery, DispatchDriver } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { SearchField } from '../../kit/list/list-tools.tsx';
import { livemode } from '../paths.ts';
import { CourierChoice } from './courier-choice.tsx';
import { kmTo } from './distance.ts';
import { OfferForm } from './offer-form.tsx';
import { boardTexts as t } from './texts.ts';
import { useGiving, type Giving } from './use-giving.ts';

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
  const giving = useGiving(jobs);
  const [left] = giving.left;
  const title =
    giving.left.length === 1 ? t.assignTitle(left?.job_number ?? '') : t.assignMany(giving.left.length);
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
        <ByHand giving={giving} onDone={close} />
      )}
    </Dialog>
  );
}

function ByHand({ giving, onDone }: { readonly giving: Giving; readonly onDone: () => void }): VNode {
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
  const [first] = giving.left;
  const fitting = (answer?.data ?? []).filter(
    (courier) => courier.livemode === null || courier.livemode === livemode(),
  );
  async function give(courier: DispatchDriver): Promise<void> {
    if (await giving.giveTo(courier)) onDone();
  }
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
      {giving.said.length > 0 && (
        <div role="alert">
          {giving.said.map((why) => (
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
          busy={giving.busy}
          give={(courier) => void give(courier)}
        />
      ) : (
        <Loading rows={4} />
      )}
    </>
  );
}
