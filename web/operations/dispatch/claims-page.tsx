import { statusesBefore, type DispatchClaim } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits } from 'form:decideClaim';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { moneyText } from '../../kit/format/money.ts';
import { nearText } from '../../kit/format/time.ts';
import { plainAmount } from '../../kit/form/plain-amount.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { LongTextField, MoneyField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { statuses } from '../../kit/parts/statuses.ts';
import type { Column } from '../../kit/parts/table.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { common } from '../../kit/text/common.ts';
import { at, livemode } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { claimTexts as t } from './claim-texts.ts';

const toDecide = statusesBefore('claim', 'approved');

const facts = (): readonly Column<DispatchClaim>[] => [
  { key: 'type', title: t.type, phone: 1, cell: (one) => t[one.type] },
  { key: 'status', title: t.status, phone: 2, cell: (one) => <Status of="claim" status={one.status} /> },
  {
    key: 'job',
    title: t.job,
    phone: 3,
    cell: (one) => (
      <a class="link mono" href={at(`/jobs/${one.job_number}`, one.livemode ? 'live' : 'test')}>
        {one.job_number}
      </a>
    ),
  },
  { key: 'shop', title: t.shop, cell: (one) => <span class="mono clip">{one.merchant_id}</span> },
  {
    key: 'amount',
    title: t.amount,
    right: true,
    phone: 4,
    cell: (one) => <Money amount={one.amount} currency={one.currency} />,
  },
  {
    key: 'covered',
    title: t.covered,
    right: true,
    cell: (one) => <Money amount={one.covered} currency={one.currency} />,
  },
  { key: 'at', title: t.at, cell: (one) => nearText(one.created_at) },
];

/** What shops ask back, those to decide first; who may decide does it here. */
export function ClaimsPage(): VNode {
  const [deciding, setDeciding] = useState<DispatchClaim | null>(null);
  const acts: Column<DispatchClaim> = {
    key: 'acts',
    title: '',
    right: true,
    phone: 2,
    cell: (one) =>
      toDecide.includes(one.status) && (
        <Button size="s" onClick={() => setDeciding(one)}>
          {t.decide}
        </Button>
      ),
  };
  const mayDecide = may('dispatch:write');
  return (
    <Page
      title={t.claims}
      lead={t.lead}
      acts={
        <CsvButton
          path="/dispatch/claims"
          filters={['status', 'sort']}
          always={{ livemode: String(livemode()) }}
        />
      }
    >
      <List
        operation={client.listDispatchClaims}
        always={{ livemode: livemode() }}
        label={t.claims}
        columns={mayDecide ? [...facts(), acts] : facts()}
        keyOf={(one) => one.id}
        views={[
          { name: t.toDecide, query: { status: toDecide.join(',') }, hot: true },
          { name: t.all, query: {} },
        ]}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(Object.keys(statuses.claim)),
          },
        ]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        empty={<Empty title={t.none} text={t.noneText} />}
        nothing={t.none}
      />
      {deciding && <DecideDialog claim={deciding} onClose={() => setDeciding(null)} />}
    </Page>
  );
}

type Decision = 'pay' | 'refuse';

function DecideDialog({
  claim,
  onClose,
}: {
  readonly claim: DispatchClaim;
  readonly onClose: () => void;
}): VNode {
  const most = Math.min(claim.amount, claim.covered);
  const form = useForm({ limits, initial: { amount: String(most), decision: '' } });
  const decide = useAct(client.decideClaim);
  const [how, setHow] = useState<Decision>('pay');
  const go = how === 'pay' ? t.pay : t.refuse;
  async function send(): Promise<void> {
    const decision = form.text('decision');
    const amount = plainAmount(form.text('amount').trim());
    const body =
      how === 'pay'
        ? { approve: true, decision, ...(amount ? { amount } : {}) }
        : { approve: false, decision };
    if (await decide.run({ params: { id: claim.id }, body }, form)) onClose();
  }
  return (
    <Dialog title={t.decideTitle(claim.job_number)} onClose={onClose}>
      <p>
        <b>{t[claim.type]}</b>, {moneyText(claim.amount, claim.currency)}
        {claim.note === null ? '' : `. ${claim.note}`}
      </p>
      {claim.photo_urls.length > 0 && (
        <p class="row wrap">
          {claim.photo_urls.map((url, nth) => (
            <a class="link" href={url} target="_blank" rel="noopener noreferrer" key={url}>
              {t.photo(nth + 1)}
            </a>
          ))}
        </p>
      )}
      <Segmented
        label={t.how}
        options={[
          ['pay', t.pay],
          ['refuse', t.refuse],
        ]}
        value={how}
        onChange={setHow}
      />
      <Form form={form} onSubmit={send} label={t.decideTitle(claim.job_number)}>
        {how === 'pay' ? (
          <MoneyField
            form={form}
            name="amount"
            label={t.paid}
            hint={t.payHow(moneyText(most, claim.currency))}
          />
        ) : (
          <p class="quiet">{t.refuseText}</p>
        )}
        <LongTextField form={form} name="decision" label={t.decision} rows={3} />
        <FormActs form={form} save={go} busy={decide.busy} always />
      </Form>
    </Dialog>
  );
}
