import type { DriverJob } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Input } from '../../kit/parts/input.tsx';
import type { Strokes } from '../data/courier-store.ts';
import { Fault, MainAct } from '../parts/main-act.tsx';
import { Screen } from '../parts/screen.tsx';
import { useAct } from '../parts/use-act.ts';
import { draftOf, dropDraft, keepDraft } from '../state/drafts.ts';
import { take } from '../state/steps.ts';
import { t } from '../texts.ts';
import { PhotoField, PhotoShown } from './photo-field.tsx';
import { markOf, SignaturePad } from './signature-pad.tsx';
import { nameOf } from './stage.ts';
import { StopView } from './stop-view.tsx';

type PhotoStepProps = {
  readonly job: DriverJob;
  readonly onKept: () => void;
  readonly onNobody: () => void;
};

/** A photo of the parcel where it is given. */
export function PhotoStep({ job, onKept, onNobody }: PhotoStepProps): VNode {
  const { busy, fault, run } = useAct();
  const { handover: photo = null } = draftOf(job.job_number);
  const keep = (): void =>
    void run(async () => {
      if (photo === null) return;
      await take(job.job_number, { kind: 'proof', photo });
      dropDraft(job.job_number);
      onKept();
    });
  const acts = (
    <>
      <Fault>{fault}</Fault>
      {photo === null && (
        <MainAct second onClick={onNobody}>
          {t.nobodyHere}
        </MainAct>
      )}
      <PhotoField
        label={photo === null ? t.takePhoto : t.takeAnother}
        main={photo === null}
        onPhoto={(taken) => keepDraft(job.job_number, { handover: taken })}
      />
      {photo !== null && (
        <MainAct busy={busy} onClick={keep}>
          {t.keepPhoto}
        </MainAct>
      )}
    </>
  );
  return (
    <Screen title={nameOf(job)} inner acts={acts}>
      <StopView job={job} />
      <div class="take-first">
        {photo === null ? (
          <>
            <h2>{t.photoWanted}</h2>
            <p class="quiet">{t.photoWantedMore}</p>
          </>
        ) : (
          <PhotoShown photo={photo} />
        )}
      </div>
    </Screen>
  );
}

type SignatureStepProps = { readonly job: DriverJob; readonly onNobody: () => void };

/** Who takes it writes with a finger. Who cannot makes a mark, and the courier writes the name. */
export function SignatureStep({ job, onNobody }: SignatureStepProps): VNode {
  const id = useId();
  const { busy, fault, run } = useAct();
  const { signature: strokes = [] } = draftOf(job.job_number);
  const setStrokes = (signature: Strokes): void => keepDraft(job.job_number, { signature });
  const [name, setName] = useState(job.proof.recipient_name ?? job.dropoff.contact_name ?? '');
  const keep = (signature: Strokes): void =>
    void run(async () => {
      const recipient = name.trim();
      await take(job.job_number, {
        kind: 'proof',
        signature_points: signature.map((stroke) => stroke.map(([x, y]) => [x, y] as const)),
        ...(recipient === '' ? {} : { recipient_name: recipient }),
      });
      dropDraft(job.job_number);
    });
  const acts = (
    <>
      <Fault>{fault}</Fault>
      <MainAct second onClick={onNobody}>
        {t.nobodyHere}
      </MainAct>
      <MainAct busy={busy} off={strokes.length === 0 && t.notSigned} onClick={() => keep(strokes)}>
        {t.keepSignature}
      </MainAct>
    </>
  );
  return (
    <Screen title={nameOf(job)} inner acts={acts}>
      <div class="pad-in stack">
        <h2>{t.signatureWanted}</h2>
        <div class="field">
          <label for={id}>{t.whoTakesIt}</label>
          <Input id={id} type="text" class="input" maxLength={120} value={name} onText={setName} />
        </div>
        <SignaturePad strokes={strokes} onStrokes={setStrokes} />
        <div class="row wrap">
          <Button off={strokes.length === 0 && t.notSigned} onClick={() => setStrokes([])}>
            {t.signAgain}
          </Button>
          <Button off={name.trim() === '' && t.whoTakesIt} onClick={() => setStrokes(markOf())}>
            {t.makesMark}
          </Button>
        </div>
      </div>
    </Screen>
  );
}
