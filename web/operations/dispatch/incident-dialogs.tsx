import type { Incident } from '@cottontree/contract';
import type { VNode } from 'preact';
import { limits as openLimits } from 'form:openIncident';
import { limits as resolveLimits } from 'form:resolveIncident';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { LongTextField, SelectField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { choicesOf, wordText } from '../words.ts';
import { jobTexts as t } from './job-texts.ts';

/** Something went wrong with a parcel: a person must look into it. */
export function OpenIncidentDialog({
  jobNumber,
  onClose,
}: {
  readonly jobNumber: string;
  readonly onClose: () => void;
}): VNode {
  const form = useForm({ limits: openLimits, initial: { kind: 'damaged', note: '' } });
  const open = useAct(client.openIncident);
  async function send(): Promise<void> {
    const body = form.body() as { kind: Incident['kind']; note?: string };
    if (await open.run({ params: { jobNumber }, body }, form)) onClose();
  }
  return (
    <Dialog title={t.openTitle(jobNumber)} onClose={onClose}>
      <Form form={form} onSubmit={send} label={t.openIncident}>
        <SelectField
          form={form}
          name="kind"
          label={t.kind}
          options={choicesOf(openLimits['kind']?.options)}
        />
        <LongTextField form={form} name="note" label={t.note} />
        <FormActs form={form} save={t.openIncident} busy={open.busy} always />
      </Form>
    </Dialog>
  );
}

/** What was found and done about it. */
export function ResolveDialog({
  incident,
  onClose,
}: {
  readonly incident: Incident;
  readonly onClose: () => void;
}): VNode {
  const form = useForm({ limits: resolveLimits, initial: { resolution: '' } });
  const resolve = useAct(client.resolveIncident);
  async function send(): Promise<void> {
    const body = { resolution: form.text('resolution') };
    if (await resolve.run({ params: { id: incident.id }, body }, form)) onClose();
  }
  return (
    <Dialog title={t.resolveTitle(wordText(incident.kind), incident.job_number)} onClose={onClose}>
      {incident.note && <p class="quiet">{incident.note}</p>}
      <Form form={form} onSubmit={send} label={t.resolve}>
        <LongTextField form={form} name="resolution" label={t.resolution} hint={t.resolutionHint} />
        <FormActs form={form} save={t.resolve} busy={resolve.busy} always />
      </Form>
    </Dialog>
  );
}
