import type { DriverJob } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { client } from '../data/api.ts';
import { Fault } from '../parts/main-act.tsx';
import { useAct } from '../parts/use-act.ts';
import { forgetJob } from '../state/jobs.ts';
import { goTab } from '../state/place.ts';
import { isOnline } from '../state/signals.ts';
import { draftOf, keepDraft } from '../state/drafts.ts';
import { take } from '../state/steps.ts';
import { t } from '../texts.ts';
import { PhotoField, PhotoShown } from './photo-field.tsx';
import { noted, NoteField, Reasons } from './reason-fields.tsx';

type LeaveDialogProps = { readonly job: DriverJob; readonly onClose: () => void };
type Why = 'mine' | 'pickup_closed' | 'pickup_not_ready' | 'pickup_refused';

/** Before pickup: the courier cannot, so somebody else gets it; or there is nothing to be had, so the delivery ends. */
export function LeaveDialog({ job, onClose }: LeaveDialogProps): VNode {
  const { busy, fault, run } = useAct();
  const [why, setWhy] = useState<Why>('mine');
  const [note, setNote] = useState('');
  const { end: photo = null } = draftOf(job.job_number);
  const isMine = why === 'mine';
  const leave = (): void =>
    void run(async () => {
      if (why === 'mine') {
        const reason = note.trim();
        await client.giveUpJob({
          params: { jobNumber: job.job_number },
          body: reason === '' ? {} : { reason },
        });
        await forgetJob(job.job_number);
      } else {
        const shown = photo === null ? {} : { photo };
        await take(job.job_number, { kind: 'fail', reason: why, ...noted(note), ...shown });
      }
      toast(isMine ? t.gaveBack : t.endedAtPickup);
      goTab('jobs');
    });
  const acts = [
    <Button key="keep" size="big" onClick={onClose}>
      {t.keepJob}
    </Button>,
    <Button
      key="go"
      kind="danger"
      class="solid"
      size="big"
      busy={busy}
      off={isMine && !isOnline.value && t.needsNetwork}
      onClick={leave}
    >
      {isMine ? t.giveBack : t.endIt}
    </Button>,
  ];
  return (
    <Dialog title={t.cannotFetch} onClose={onClose} acts={acts}>
      <Reasons
        label={t.why}
        reasons={[
          ['mine', t.cannotMyself],
          ['pickup_closed', t.pickupClosed],
          ['pickup_not_ready', t.pickupNotReady],
          ['pickup_refused', t.pickupRefused],
        ]}
        value={why}
        onReason={setWhy}
      />
      <NoteField value={note} onText={setNote} />
      {!isMine && (
        <>
          {photo !== null && <PhotoShown photo={photo} />}
          <PhotoField
            label={photo === null ? t.photoOfPlace : t.takeAnother}
            onPhoto={(end) => keepDraft(job.job_number, { end })}
          />
        </>
      )}
      <ul class="consequences">
        <li>{isMine ? t.giveBackMore : t.endItMore(job.store_name)}</li>
        {isMine && !isOnline.value && <li>{t.needsNetwork}</li>}
      </ul>
      <Fault>{fault}</Fault>
    </Dialog>
  );
}
