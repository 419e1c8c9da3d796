import type { CashDeposit } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { operator } from '../../kit/data/operator.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { livemode } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { CountDialog, ResolveCountDialog } from './count-dialogs.tsx';
import { slipOf } from './slip-of.ts';
import { cashTexts as t } from './texts.ts';

const EVERY_MS = 30_000;

/** Cash that couriers handed in: counted by somebody who does not know what was declared. */
export function DepositsPage(): VNode {
  const [open, setOpen] = useState<CashDeposit | null>(null);
  const columns: readonly Column<CashDeposit>[] = [
    { key: 'courier', title: t.courier, phone: 1, cell: (one) => one.driver.name },
    { key: 'slip', title: t.slip, phone: 3, cell: (one) => slipOf(one) },
    { key: 'status', title: t.status, phone: 2, cell: (one) => <Status of="deposit" status={one.status} /> },
    { key: 'at', title: t.handedIn, phone: 3, cell: (one) => nearText(one.declared_at) },
    { key: 'jobs', title: t.jobs, right: true, cell: (one) => one.jobs_count },
    {
      key: 'declared',
      title: t.declared,
      right: true,
      cell: (one) =>
        one.declared === null ? (
          <span class="faint">{t.hidden}</span>
        ) : (
          <Money amount={one.declared} currency={one.currency} />
        ),
    },
    {
      key: 'counted',
      title: t.counted,
      right: true,
      phone: 4,
      cell: (one) => one.counted !== null && <Money amount={one.counted} currency={one.currency} />,
    },
    {
      key: 'difference',
      title: t.difference,
      right: true,
      cell: (one) =>
        one.counted !== null &&
        one.declared !== null &&
        one.counted !== one.declared && (
          <span class="fault">
            <Money amount={(one.counted * 100 - one.declared * 100) / 100} currency={one.currency} />
          </span>
        ),
    },
    { key: 'acts', title: '', right: true, phone: 2, cell: (one) => <Act deposit={one} open={setOpen} /> },
  ];
  return (
    <Page
      title={t.deposits}
      lead={t.depositsLead}
      acts={
        <CsvButton
          path="/dispatch/cash/deposits"
          filters={['status', 'driver_id', 'sort']}
          always={{ livemode: String(livemode()) }}
        />
      }
    >
      <List
        operation={client.listCashDeposits}
        always={{ livemode: livemode() }}
        label={t.deposits}
        columns={columns}
        keyOf={(one) => one.id}
        everyMs={EVERY_MS}
        views={[
          { name: t.toCount, query: { status: 'declared' }, hot: true },
          { name: t.disputedOnes, query: { status: 'disputed' }, hot: true },
          { name: t.all, query: {} },
        ]}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(['declared', 'counted', 'disputed', 'resolved']),
          },
          { name: 'driver_id', label: t.courierId, kind: 'text' },
        ]}
        sorts={[
          ['-declared_at', common.newestFirst],
          ['declared_at', common.oldestFirst],
        ]}
        empty={<Empty title={t.noDeposits} text={t.noDepositsText} />}
        nothing={t.noDepositsFound}
      />
      {open?.status === 'declared' && <CountDialog deposit={open} onClose={() => setOpen(null)} />}
      {open?.status === 'disputed' && <ResolveCountDialog deposit={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}

/** Who counted is not offered to resolve the difference: somebody else has to. */
function Act({
  deposit,
  open,
}: {
  readonly deposit: CashDeposit;
  readonly open: (deposit: CashDeposit) => void;
}): VNode | null {
  if (deposit.status === 'declared')
    return (
      <Button size="s" kind="primary" onClick={() => open(deposit)}>
        {t.count}
      </Button>
    );
  if (deposit.status !== 'disputed') return null;
  if (deposit.counted_by === operator.value?.user.id) return <span class="small faint">{t.otherPerson}</span>;
  return (
    <Button size="s" onClick={() => open(deposit)}>
      {t.resolve}
    </Button>
  );
}
