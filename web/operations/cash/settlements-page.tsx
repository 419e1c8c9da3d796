import type { Settlement } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at, livemode } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { cashTexts as t } from './texts.ts';

const columns = (): readonly Column<Settlement>[] => [
  {
    key: 'merchant',
    title: t.shop,
    phone: 1,
    cell: (one) => (
      <a class="link mono" href={at(`/merchants/${one.merchant_id}`)}>
        {one.merchant_id}
      </a>
    ),
  },
  { key: 'at', title: t.when, phone: 3, cell: (one) => nearText(one.created_at) },
  {
    key: 'cash',
    title: t.cash,
    right: true,
    cell: (one) => <Money amount={one.cash} currency={one.currency} />,
  },
  {
    key: 'fees',
    title: t.fees,
    right: true,
    cell: (one) => <Money amount={-one.fees} currency={one.currency} />,
  },
  {
    key: 'claims',
    title: t.claims,
    right: true,
    cell: (one) => <Money amount={one.claims} currency={one.currency} />,
  },
  {
    key: 'paid',
    title: t.paid,
    right: true,
    phone: 2,
    cell: (one) => <Money amount={one.paid} currency={one.currency} />,
  },
  { key: 'jobs', title: t.jobs, right: true, cell: (one) => one.job_numbers.length },
  { key: 'reference', title: t.reference, phone: 4, cell: (one) => one.reference ?? '' },
];

/** What of the cash in the office was paid out to shops. */
export function SettlementsPage(): VNode {
  const [settling, setSettling] = useState(false);
  return (
    <Page
      title={t.settlements}
      lead={t.settlementsLead}
      acts={
        <>
          <CsvButton
            path="/dispatch/cash/settlements"
            filters={['merchant_id', 'sort']}
            always={{ livemode: String(livemode()) }}
          />
          <Button kind="primary" class="main-act" onClick={() => setSettling(true)}>
            {t.settle}
          </Button>
        </>
      }
    >
      <List
        operation={client.listDispatchSettlements}
        always={{ livemode: livemode() }}
        label={t.settlements}
        columns={columns()}
        keyOf={(one) => one.id}
        filters={[{ name: 'merchant_id', label: t.shopId, kind: 'text' }]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        empty={<Empty title={t.noSettlements} text={t.noSettlementsText} />}
        nothing={t.noSettlements}
      />
      {settling && <SettleDialog onClose={() => setSettling(false)} />}
    </Page>
  );
}
