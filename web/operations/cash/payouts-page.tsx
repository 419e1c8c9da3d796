import type { DispatchPayout } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits as failLimits } from 'form:failPayout';
import { limits as paidLimits } from 'form:markPayoutPaid';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { moneyText } from '../../kit/format/money.ts';
import { nearText } from '../../kit/format/time.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { LongTextField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { livemode } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { cashTexts as t } from './texts.ts';

type Act = { readonly payout: DispatchPayout; readonly to: 'paid' | 'failed' };

/** Money that shops asked to be sent: by hand until somebody says that it was, or that it could not be. */
export function PayoutsPage(): VNode {
  const [act, setAct] = useState<Act | null>(null);
  const columns: readonly Column<DispatchPayout>[] = [
    { key: 'merchant', title: t.shop, phone: 1, cell: (one) => <span class="mono">{one.merchant_id}</span> },
    { key: 'status', title: t.status, phone: 2, cell: (one) => <Status of="payout" status={one.status} /> },
    {
      key: 'amount',
      title: t.amount,
      right: true,
      phone: 3,
      cell: (one) => <Money amount={one.amount} currency={one.currency} />,
    },
    { key: 'at', title: t.asked, phone: 4, cell: (one) => nearText(one.created_at) },
    { key: 'reference', title: t.reference, cell: (one) => one.reference ?? '' },
    {
      key: 'acts',
      title: '',
      right: true,
      phone: 2,
      cell: (one) =>
        one.status === 'pending' && (
          <span class="row">
            <Button size="s" kind="primary" onClick={() => setAct({ payout: one, to: 'paid' })}>
              {t.markPaid}
            </Button>
            <Button size="s" onClick={() => setAct({ payout: one, to: 'failed' })}>
              {t.markFailed}
            </Button>
          </span>
        ),
    },
  ];
  return (
    <Page
      title={t.payouts}
      lead={t.payoutsLead}
      acts={
        <CsvButton
          path="/dispatch/payouts"
          filters={['status', 'sort']}
          always={{ livemode: String(livemode()) }}
        />
      }
    >
      <List
        operation={client.listDispatchPayouts}
        always={{ livemode: livemode() }}
        label={t.payouts}
        columns={columns}
        keyOf={(one) => one.id}
        views={[
          { name: t.toPay, query: { status: 'pending' }, hot: true },
          { name: t.all, query: {} },
        ]}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(['pending', 'paid', 'failed']),
          },
        ]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        empty={<Empty title={t.noPayouts} text={t.noPayoutsText} />}
        nothing={t.noPayouts}
      />
      {act?.to === 'paid' && <PaidDialog payout={act.payout} onClose={() => setAct(null)} />}
      {act?.to === 'failed' && <FailedDialog payout={act.payout} onClose={() => setAct(null)} />}
    </Page>
  );
}

type DialogProps = { readonly payout: DispatchPayout; readonly onClose: () => void };

function PaidDialog({ payout, onClose }: DialogProps): VNode {
  const form = useForm({ limits: paidLimits, initial: { reference: '' } });
  const mark = useAct(client.markPayoutPaid);
  async function send(): Promise<void> {
    const call = { params: { id: payout.id }, body: { reference: form.text('reference') } };
    if (await mark.run(call, form)) onClose();
  }
  return (
    <Dialog title={t.paidTitle(moneyText(payout.amount, payout.currency))} onClose={onClose}>
      <Form form={form} onSubmit={send} label={t.markPaid}>
        <TextField form={form} name="reference" label={t.reference} hint={t.referenceHint} autofocus />
        <FormActs form={form} save={t.markPaid} busy={mark.busy} always />
      </Form>
    </Dialog>
  );
}

function FailedDialog({ payout, onClose }: DialogProps): VNode {
  const form = useForm({ limits: failLimits, initial: { reason: '' } });
  const mark = useAct(client.failPayout);
  async function send(): Promise<void> {
    const call = { params: { id: payout.id }, body: { reason: form.text('reason') } };
    if (await mark.run(call, form)) onClose();
  }
  return (
    <Dialog title={t.failedTitle(moneyText(payout.amount, payout.currency))} onClose={onClose}>
      <p class="quiet">{t.failedText}</p>
      <Form form={form} onSubmit={send} label={t.markFailed}>
        <LongTextField form={form} name="reason" label={t.reason} rows={2} />
        <FormActs form={form} save={t.markFailed} busy={mark.busy} always />
      </Form>
    </Dialog>
  );
}
