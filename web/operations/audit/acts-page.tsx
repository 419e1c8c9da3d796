import type { PlatformAct } from '@cottontree/contract';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { actText } from './act-text.ts';
import { detailsText } from './details-text.ts';
import { auditTexts as t } from './texts.ts';

const columns = (): readonly Column<PlatformAct>[] => [
  { key: 'who', title: t.who, phone: 1, cell: (one) => one.actor_name },
  { key: 'what', title: t.what, phone: 3, cell: (one) => actText(one.action) },
  {
    key: 'shop',
    title: t.shop,
    phone: 4,
    cell: (one) =>
      one.merchant_id !== null && (
        <a class="link mono" href={at(`/merchants/${one.merchant_id}`)}>
          {one.merchant_id}
        </a>
      ),
  },
  { key: 'details', title: t.details, cell: (one) => <span class="quiet">{detailsText(one.details)}</span> },
  { key: 'at', title: t.when, phone: 2, cell: (one) => nearText(one.at) },
];

/** What operators did to shops. */
export function ActsPage(): VNode {
  return (
    <Page
      title={t.ofShops}
      lead={t.lead}
      acts={<CsvButton path="/platform/acts" filters={['merchant_id', 'actor_id', 'sort']} />}
    >
      <List
        operation={client.listPlatformActs}
        label={t.ofShops}
        columns={columns()}
        keyOf={(one) => one.id}
        filters={[{ name: 'actor_id', label: t.actorId, kind: 'text' }]}
        search={{ name: 'merchant_id', placeholder: t.shopId }}
        sorts={[
          ['-at', common.newestFirst],
          ['at', common.oldestFirst],
        ]}
        empty={<Empty title={t.none} text={t.noneText} />}
        nothing={t.none}
      />
    </Page>
  );
}
