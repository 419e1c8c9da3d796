import type { PlatformMerchant } from '@cottontree/contract';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { dateText } from '../../kit/format/time.ts';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { merchantTexts as t } from './texts.ts';

const columns = (): readonly Column<PlatformMerchant>[] => [
  { key: 'name', title: t.name, phone: 1, cell: (one) => one.name },
  { key: 'status', title: t.status, phone: 2, cell: (one) => <Status of="member" status={one.status} /> },
  { key: 'email', title: t.email, phone: 3, cell: (one) => one.email },
  { key: 'members', title: t.people, right: true, cell: (one) => one.members },
  { key: 'country', title: t.country, cell: (one) => `${one.country}, ${one.currency}` },
  { key: 'since', title: t.since, phone: 4, cell: (one) => dateText(one.created_at) },
];

/** The shops that stand on this server. */
export function MerchantsPage(): VNode {
  const add = (
    <ButtonLink kind="primary" class="main-act" icon={Plus} href={at('/merchants/new')}>
      {t.add}
    </ButtonLink>
  );
  return (
    <Page title={t.merchants} acts={add}>
      <List
        operation={client.listPlatformMerchants}
        label={t.merchants}
        columns={columns()}
        keyOf={(one) => one.id}
        hrefOf={(one) => at(`/merchants/${one.id}`)}
        isDim={(one) => one.status === 'suspended'}
        views={[
          { name: t.all, query: {} },
          { name: t.suspendedOnes, query: { status: 'suspended' } },
        ]}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(['active', 'suspended']),
          },
        ]}
        search={{ name: 'q', placeholder: t.find }}
        sorts={[
          ['-created_at', t.newest],
          ['name', t.byName],
        ]}
        empty={<Empty title={t.none} text={t.noneText} acts={add} />}
        nothing={t.noneFound}
      />
    </Page>
  );
}
