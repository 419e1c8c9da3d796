import type { DriverJob } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { moneyText } from '../../kit/format/money.ts';
import { Money } from '../../kit/parts/money.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { buzz } from '../offers/ring.ts';
import { Fault, MainAct } from '../parts/main-act.tsx';
import { Screen } from '../parts/screen.tsx';
import { useAct } from '../parts/use-act.ts';
import { goTab } from '../state/place.ts';
import { setPaid } from '../state/paid.ts';
import { isOnline, paid } from '../state/signals.ts';
import { take } from '../state/steps.ts';
import { t } from '../texts.ts';
import { AttemptDialog } from './attempt-dialog.tsx';
import { CodePad } from './code-pad.tsx';
import { PhotoStep, SignatureStep } from './proof-steps.tsx';
import { cashToTake, missingProof, nameOf } from './stage.ts';
import { StopView } from './stop-view.tsx';

type AtDoorProps = { readonly job: DriverJob; readonly onTried: () => void };

/** Handing over: the cash first, then what the shop wants kept, then the code; the server asks for them in this order. */
export function AtDoor({ job, onTried }: AtDoorProps): VNode {
  const isPaid = paid.value.includes(job.job_number);
  const [hasFresh, setFresh] = useState(false);
  const [failing, setFailing] = useState(false);
  const onNobody = (): void => setFailing(true);
  const dialog = failing && (
    <AttemptDialog
      job={job}
      onClose={() => setFailing(false)}
      onDone={() => {
        setFailing(false);
        void setPaid(job.job_number, false);
        onTried();
      }}
    />
  );
  const [missing] = missingProof(job, hasFresh);
  return (
    <>
      {cashToTake(job) > 0 && !isPaid ? (
        <CashFirst job={job} onPaid={() => void setPaid(job.job_number, true)} onNobody={onNobody} />
      ) : missing === 'photo' || missing === 'either' ? (
        <PhotoStep job={job} onKept={() => setFresh(true)} onNobody={onNobody} />
      ) : missing === 'signature' ? (
        <SignatureStep job={job} onNobody={onNobody} />
      ) : job.require_delivery_code ? (
        <Screen title={nameOf(job)} inner>
          <StopView job={job} />
          <CodePad
            job={job}
            type="delivery"
            corner={t.nobodyHere}
            onCorner={onNobody}
            onDone={(isKnown) => tellDone(job, isKnown)}
          />
        </Screen>
      ) : (
        <HandOver job={job} onNobody={onNobody} />
      )}
      {dialog}
    </>
  );
}

function tellDone(job: DriverJob, isKnown: boolean): void {
  buzz();
  const name = job.dropoff.contact_name ?? job.store_name;
  const what = job.kind === 'return' ? t.broughtBack : t.deliveredTo(name);
  const money = cashToTake(job) > 0 ? ` ${t.inYourCash(moneyText(cashToTake(job), job.currency))}` : '';
  toast(`${what}${money}${isKnown ? '' : ` ${t.sentLater}`}`);
  goTab('jobs');
}

type CashFirstProps = {
  readonly job: DriverJob;
  readonly onPaid: () => void;
  readonly onNobody: () => void;
};

function CashFirst({ job, onPaid, onNobody }: CashFirstProps): VNode {
  const acts = (
    <>
      <MainAct second onClick={onNobody}>
        {t.nobodyHereOrNoMoney}
      </MainAct>
      <MainAct onClick={onPaid}>{t.iHaveTheMoney}</MainAct>
    </>
  );
  return (
    <Screen title={nameOf(job)} inner acts={acts}>
      <StopView job={job} />
      <div class="take-first">
        <h2>{t.takeFirst}</h2>
        <p class="big-sum">
          <Money amount={job.cod_amount} currency={job.currency} />
        </p>
        <p class="quiet">{t.takeFirstMore}</p>
      </div>
    </Screen>
  );
}

type HandOverProps = { readonly job: DriverJob; readonly onNobody: () => void };

/** Where the shop asks for no code. */
function HandOver({ job, onNobody }: HandOverProps): VNode {
  const { busy, fault, run } = useAct();
  const hand = (): void =>
    void run(async () => {
      const name = job.proof.recipient_name;
      await take(job.job_number, {
        kind: 'deliver',
        ...(name === null ? {} : { recipient_name: name }),
        ...(cashToTake(job) > 0 ? { cod_collected: { amount: cashToTake(job) } } : {}),
      });
      tellDone(job, isOnline.value);
    });
  const acts = (
    <>
      <Fault>{fault}</Fault>
      <MainAct second onClick={onNobody}>
        {t.nobodyHere}
      </MainAct>
      <MainAct busy={busy} onClick={hand}>
        {t.handedOver}
      </MainAct>
    </>
  );
  return (
    <Screen title={nameOf(job)} inner acts={acts}>
      <StopView job={job} />
      <div class="take-first">
        <h2>{t.giveParcel}</h2>
        <p class="quiet">{t.giveParcelMore}</p>
      </div>
    </Screen>
  );
}
