import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits } from 'form:overrideHandoff';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { shrinkPicture } from '../../kit/form/shrink-picture.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { LongTextField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import type { JobDetails } from './job.ts';
import { jobTexts as t } from './job-texts.ts';

/** Hands a parcel over without its code; a reason and a photo take its place, and both are kept. */
export function OverrideDialog({
  job,
  onClose,
}: {
  readonly job: JobDetails;
  readonly onClose: () => void;
}): VNode {
  const to = job.status === 'assigned' ? 'picked_up' : 'delivered';
  const form = useForm({ limits, initial: { to_status: to, reason: '', photo: '', recipient_name: '' } });
  const [unreadable, setUnreadable] = useState(false);
  const override = useAct(client.overrideHandoff);
  async function choose(file: File | undefined): Promise<void> {
    const photo = file ? await shrinkPicture(file) : null;
    setUnreadable(file !== undefined && photo === null);
    if (photo !== null) form.set('photo', photo);
  }
  async function send(): Promise<void> {
    const { reason, photo, recipient_name } = form.body() as {
      reason: string;
      photo: string;
      recipient_name?: string;
    };
    const body = { to_status: to, reason, photo, ...(recipient_name ? { recipient_name } : {}) } as const;
    if (await override.run({ params: { jobNumber: job.job_number }, body }, form)) onClose();
  }
  const photo = form.text('photo');
  const fault = unreadable ? t.badPhoto : form.faults.value['photo'];
  return (
    <Dialog title={t.overrideTitle(job.job_number)} onClose={onClose}>
      <Note meaning="wait">{to === 'picked_up' ? t.overridePickup : t.overrideDelivery}</Note>
      <Form form={form} onSubmit={send} label={t.override}>
        <LongTextField form={form} name="reason" label={t.whyNoCode} rows={2} />
        <div class="field">
          <label for="override-photo">{t.overridePhoto}</label>
          <input
            id="override-photo"
            name="photo"
            class="input"
            type="file"
            accept="image/*"
            aria-invalid={fault !== undefined}
            aria-describedby="override-photo-more"
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
          <small id="override-photo-more" class={fault ? 'fault' : ''} role={fault ? 'alert' : undefined}>
            {fault ?? t.photoHint}
          </small>
        </div>
        {photo !== '' && (
          <img class="override-photo" src={`data:image/jpeg;base64,${photo}`} alt={t.overridePhoto} />
        )}
        {to === 'delivered' && <TextField form={form} name="recipient_name" label={t.whoTookIt} />}
        <FormActs form={form} save={t.override} busy={override.busy} always />
      </Form>
    </Dialog>
  );
}
