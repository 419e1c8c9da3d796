import { CottontreeError } from '@cottontree/client';
import type { DeliverySummary } from '@cottontree/contract';
import { Ban, MessageCircle, Printer } from 'lucide';
import { limits } from 'form:cancelDelivery';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { queries } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { SelectField } from '../../kit/parts/fields.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { at } from '../paths.ts';
import { isInMotion } from './next.ts';
import { deliveriesTexts as t } from './texts.ts';
import { choicesOf } from './words.ts';

type Chosen = { readonly selected: readonly DeliverySummary[]; readonly clear: () => void };

/** What can be done to the selected deliveries. */
export function BulkActs({ selected, clear }: Chosen): VNode {
  const [asking, ask] = useState<'cancel' | 'resend' | null>(null);
  const close = (): void => ask(null);
  const numbers = selected.map(({ job_number }) => job_number).join(',');
  return (
    <>
      <ButtonLink icon={Printer} href={at(`/deliveries/labels?jobs=${numbers}`)}>
        {t.printLabels}
      </ButtonLink>
      {may('shipping:write') && (
        <>
          <Button icon={MessageCircle} onClick={() => ask('resend')}>
            {t.tellRecipients}
          </Button>
          <Button icon={Ban} onClick={() => ask('cancel')}>
            {t.cancelSome(selected.length)}
          </Button>
        </>
      )}
      {asking === 'cancel' && <CancelSome selected={selected} clear={clear} close={close} />}
      {asking === 'resend' && <ResendSome selected={selected} clear={clear} close={close} />}
    </>
  );
}

type Asked = Chosen & { readonly close: () => void };

function CancelSome({ selected, clear, close }: Asked): VNode {
  const form = useForm({ limits, initial: { reason: 'merchant_cancelled' } });
  const open = selected.filter(({ status }) => status === 'pending' || status === 'assigned');
  const others = selected.length - open.length;
  const fees = open.reduce((sum, { shipping_fee }) => sum + shipping_fee, 0);
  const each = useEach(open, (jobNumber) =>
    client.cancelDelivery({ params: { jobNumber }, body: form.body() }),
  );
  return (
    <Confirm
      title={t.cancelTitle(open.length)}
      consequences={
        open.length === 0
          ? [t.cancelNone]
          : [
              t.cancelThese(open.length),
              <span>
                <Money amount={fees} currency={open[0]?.currency ?? 'SLE'} /> {t.cancelFees}
              </span>,
              t.cancelTold,
              ...(others > 0 ? [t.cancelOthers(others)] : []),
            ]
      }
      keep={t.keepThem}
      go={t.cancelSome(open.length)}
      busy={each.busy}
      fault={each.fault}
      onClose={close}
      onGo={async () => {
        if (!(await each.run(t.cancelled))) return;
        clear();
        close();
      }}
    >
      {open.length > 0 && (
        <SelectField
          form={form}
          name="reason"
          label={t.cancelReason}
          options={choicesOf(limits['reason']?.options)}
        />
      )}
    </Confirm>
  );
}

function ResendSome({ selected, clear, close }: Asked): VNode {
  const open = selected.filter(
    ({ status, recipient_phone }) => isInMotion(status) && recipient_phone !== null,
  );
  const each = useEach(open, (jobNumber) => client.resendCode({ params: { jobNumber } }));
  return (
    <Confirm
      title={t.resendTitle(open.length)}
      consequences={
        open.length === 0
          ? [t.resendNone]
          : [
              t.resendWhat(open.length),
              t.resendLimit,
              ...(open.length < selected.length ? [t.resendOthers(selected.length - open.length)] : []),
            ]
      }
      keep={t.notNow}
      go={t.resend}
      busy={each.busy}
      fault={each.fault}
      onClose={close}
      onGo={async () => {
        if (!(await each.run(t.resent))) return;
        clear();
        close();
      }}
    />
  );
}

type Each = {
  readonly busy: boolean;
  readonly fault: string | null;
  /** One after another; true where none was refused. */
  readonly run: (done: (count: number) => string) => Promise<boolean>;
};

/** Does the same to each, one after another, and tells which were refused and why. */
function useEach(open: readonly DeliverySummary[], act: (jobNumber: string) => Promise<unknown>): Each {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function run(done: (count: number) => string): Promise<boolean> {
    setBusy(true);
    const refusals: string[] = [];
    for (const { job_number } of open) {
      const refusal = await act(job_number).then(() => null, reasonOf);
      if (refusal !== null) refusals.push(`${job_number}: ${refusal}`);
    }
    setBusy(false);
    void queries.invalidateQueries();
    if (open.length > refusals.length) toast(done(open.length - refusals.length));
    setFault(refusals.length === 0 ? null : `${t.refused(refusals.length)}${refusals.join(' ')}`);
    return refusals.length === 0 && open.length > 0;
  }
  return { busy, fault, run };
}

function reasonOf(error: unknown): string {
  if (error instanceof CottontreeError) return error.message;
  throw error;
}
