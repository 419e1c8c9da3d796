import type { DriverJob, FailureReason } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { moneyText } from '../../kit/format/money.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { Fault } from '../parts/main-act.tsx';
import { useAct } from '../parts/use-act.ts';
import { goTab } from '../state/place.ts';
import { draftOf, keepDraft } from '../state/drafts.ts';
import { take } from '../state/steps.ts';
import { t } from '../texts.ts';
import { PhotoField, PhotoShown } from './photo-field.tsx';
import { doorReasons, noted, NoteField, Reasons } from './reason-fields.tsx';
import { cashToTake } from './stage.ts';

type GiveUpDialogProps = { readonly job: DriverJob; readonly onClose: () => void };

/** After two tries and ten minutes: what follows is told first. */
export function GiveUpDialog({ job, onClose }: GiveUpDialogProps): VNode {
  const { busy, fault, run } = useAct();
  const last = job.contact_attempts.at(-1)?.reason ?? 'recipient_not_home';
  const [reason, setReason] = useState<FailureReason>(last);
  const [note, setNote] = useState('');
  const { end: photo = null } = draftOf(job.job_number);
  const giveUp = (): void =>
    void run(async () => {
      await take(job.job_number, {
        kind: 'fail',
        reason,
        ...noted(note),
        ...(photo === null ? {} : { photo }),
      });
      toast(t.givenUp(job.store_name));
      goTab('jobs');
    });
  const acts = [
    <Button key="keep" size="big" onClick={onClose}>
      {t.keepTrying}
    </Button>,
    <Button key="go" kind="danger" class="solid" size="big" busy={busy} onClick={giveUp}>
      {t.giveUp}
    </Button>,
  ];
  return (
    <Dialog title={t.giveUpAsk} onClose={onClose} acts={acts}>
      <ul class="consequences">
        <li>{t.giveUp1(job.dropoff.contact_name ?? '')}</li>
        {cashToTake(job) > 0 && <li>{t.giveUp2(moneyText(job.cod_amount, job.currency))}</li>}
        <li>{t.giveUp3(job.store_name)}</li>
      </ul>
      <Reasons label={t.why} reasons={doorReasons(cashToTake(job) > 0)} value={reason} onReason={setReason} />
      <NoteField value={note} onText={setNote} />
      {photo !== null && <PhotoShown photo={photo} />}
      <PhotoField
        label={photo === null ? t.photoOfPlace : t.takeAnother}
        onPhoto={(end) => keepDraft(job.job_number, { end })}
      />
      <Fault>{fault}</Fault>
    </Dialog>
  );
}
