import type { DispatchMoveBody } from '@cottontree/contract';
import type { VNode } from 'preact';
import { limits as codeLimits } from 'form:reissueCodeByDispatcher';
import { limits as moveLimits } from 'form:moveByDispatcher';
import { limits as unassignLimits } from 'form:unassignDelivery';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { LongTextField, SelectField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { choicesOf } from '../words.ts';
import type { JobDetails } from './job.ts';
import { jobTexts as t } from './job-texts.ts';

type DialogProps = { readonly job: JobDetails; readonly onClose: () => void };

/** Takes it from its courier; nobody has it until somebody is asked or told. */
export function UnassignDialog({ job, onClose }: DialogProps): VNode {
  const form = useForm({ limits: unassignLimits, initial: { reason: '' } });
  const unassign = useAct(client.unassignDelivery);
  async function send(): Promise<void> {
    const call = { params: { jobNumber: job.job_number }, body: { reason: form.text('reason') } };
    if (await unassign.run(call, form)) onClose();
  }
  return (
    <Dialog title={t.unassignTitle(job.job_number, job.driver?.name ?? '')} onClose={onClose}>
      <p class="quiet">{t.unassignText}</p>
      <Form form={form} onSubmit={send} label={t.unassign}>
        <LongTextField form={form} name="reason" label={t.reason} hint={t.reasonHint} rows={2} />
        <FormActs form={form} save={t.unassign} busy={unassign.busy} always />
      </Form>
    </Dialog>
  );
}

type Target = DispatchMoveBody['to_status'];

const CANCEL_REASONS = [
  'customer_cancelled',
  'merchant_cancelled',
  'out_of_stock',
  'wrong_address',
  'duplicate',
  'driver_delay',
  'other',
];
const PICKUP_FAILURES = ['pickup_closed', 'pickup_not_ready', 'pickup_refused'];

/** Which reasons fit the move: each status has its own. */
function reasonsFor(to: Target, { status }: JobDetails): readonly string[] {
  if (to === 'cancelled') return CANCEL_REASONS;
  if (to !== 'failed') return [];
  if (status === 'assigned') return PICKUP_FAILURES;
  const all = moveLimits['reason']?.options ?? [];
  return all.filter(
    (reason) =>
      reason === 'other' ||
      reason === 'wrong_address' ||
      ![...PICKUP_FAILURES, ...CANCEL_REASONS].includes(reason),
  );
}

/** Brings a job on, or ends it; the consequence stands first. */
export function MoveDialog({ job, to, onClose }: DialogProps & { readonly to: Target }): VNode {
  const reasons = reasonsFor(to, job);
  const form = useForm({
    limits: moveLimits,
    initial: { to_status: to, note: '', ...(reasons.length > 0 ? { reason: reasons[0] ?? '' } : {}) },
  });
  const move = useAct(client.moveByDispatcher);
  const words = {
    in_transit: [t.toInTransit, t.inTransitText],
    completed: [t.toCompleted, t.completedText],
    cancelled: [t.toCancelled, t.cancelledText],
    failed: [t.toFailed, job.status === 'assigned' ? t.failedBeforeText : t.failedText],
  } as const;
  const [title, text] = words[to];
  async function send(): Promise<void> {
    const body = form.body() as DispatchMoveBody;
    if (await move.run({ params: { jobNumber: job.job_number }, body }, form)) onClose();
  }
  return (
    <Dialog title={`${title}: ${job.job_number}`} onClose={onClose}>
      <p class="quiet">{text}</p>
      <Form form={form} onSubmit={send} label={title}>
        {reasons.length > 0 && (
          <SelectField form={form} name="reason" label={t.reason} options={choicesOf(reasons)} />
        )}
        <LongTextField form={form} name="note" label={t.noteInTimeline} rows={2} />
        <FormActs form={form} save={title} busy={move.busy} always />
      </Form>
    </Dialog>
  );
}

/** A new handoff code: it goes to whoever holds it, and is shown to nobody here. */
export function CodeDialog({ job, onClose }: DialogProps): VNode {
  const form = useForm({
    limits: codeLimits,
    initial: {
      type: job.status === 'pending' || job.status === 'assigned' ? 'pickup' : 'delivery',
      reason: '',
    },
  });
  const reissue = useAct(client.reissueCodeByDispatcher);
  async function send(): Promise<void> {
    const body = form.body() as { type: 'pickup' | 'delivery'; reason?: string };
    const answer = await reissue.run({ params: { jobNumber: job.job_number }, body }, form);
    if (!answer) return;
    toast(t.codeSent(answer.data.reissues_left));
    onClose();
  }
  return (
    <Dialog title={t.newCodeTitle(job.job_number)} onClose={onClose}>
      <p class="quiet">{t.newCodeText}</p>
      <Form form={form} onSubmit={send} label={t.newCode}>
        <SelectField
          form={form}
          name="type"
          label={t.whichCode}
          options={choicesOf(codeLimits['type']?.options)}
        />
        <LongTextField form={form} name="reason" label={t.reason} hint={t.reasonHint} rows={2} />
        <FormActs form={form} save={t.newCode} busy={reissue.busy} always />
      </Form>
    </Dialog>
  );
}
