import type { ContactWay, DriverJob, FailureReason } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Fault, MainAct } from '../parts/main-act.tsx';
import { useAct } from '../parts/use-act.ts';
import { draftOf, dropDraft, keepDraft } from '../state/drafts.ts';
import { take } from '../state/steps.ts';
import { t } from '../texts.ts';
import { PhotoField, PhotoShown } from './photo-field.tsx';
import { doorReasons, noted, NoteField, Reasons, Ways } from './reason-fields.tsx';
import { cashToTake } from './stage.ts';

type AttemptDialogProps = {
  readonly job: DriverJob;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** The recipient was tried in vain: why, how, a photo where it helps, and what comes next. */
export function AttemptDialog({ job, onClose, onDone }: AttemptDialogProps): VNode {
  const { busy, fault, run } = useAct();
  const [reason, setReason] = useState<FailureReason>('recipient_not_home');
  const [way, setWay] = useState<ContactWay | null>(null);
  const [note, setNote] = useState('');
  const { attempt: photo = null } = draftOf(job.job_number);
  const record = (): void =>
    void run(async () => {
      const tried = {
        kind: 'attempt',
        reason,
        ...(way === null ? {} : { contact: way }),
        ...noted(note),
      } as const;
      await take(job.job_number, ...(photo === null ? [] : [{ kind: 'proof', photo } as const]), tried);
      dropDraft(job.job_number);
      onDone();
    });
  const acts = (
    <div class="grow stack">
      <Fault>{fault}</Fault>
      <MainAct busy={busy} onClick={record}>
        {t.recordTry}
      </MainAct>
    </div>
  );
  return (
    <Dialog title={t.nobodyHere} onClose={onClose} acts={acts}>
      <Reasons label={t.why} reasons={doorReasons(cashToTake(job) > 0)} value={reason} onReason={setReason} />
      <p>
        <b>{t.howTried}</b>
      </p>
      <Ways value={way} onWay={setWay} />
      <NoteField value={note} onText={setNote} />
      {photo !== null && <PhotoShown photo={photo} />}
      <PhotoField
        label={photo === null ? t.photoOfPlace : t.takeAnother}
        onPhoto={(attempt) => keepDraft(job.job_number, { attempt })}
      />
      <p class="quiet">{t.whatNextAfterTry(job.store_name)}</p>
    </Dialog>
  );
}
