import type { RateCardHeading } from '@cottontree/contract';
import { useLocation } from 'preact-iso';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { operator } from '../../kit/data/operator.ts';
import { useAct } from '../../kit/data/queries.ts';
import { momentText } from '../../kit/format/time.ts';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { rateTexts as t } from './rate-texts.ts';

const columns = (): readonly Column<RateCardHeading>[] => [
  {
    key: 'version',
    title: t.version,
    phone: 1,
    cell: (one) => (
      <>
        {t.versionOf(one.version)} {one.in_force && <Tag meaning="good">{t.inForce}</Tag>}
      </>
    ),
  },
  { key: 'status', title: t.status, phone: 2, cell: (one) => <Status of="rate_card" status={one.status} /> },
  { key: 'note', title: t.note, phone: 3, cell: (one) => one.note ?? '' },
  {
    key: 'from',
    title: t.pricesFrom,
    phone: 4,
    cell: (one) => (one.effective_at === null ? '' : momentText(one.effective_at)),
  },
  { key: 'by', title: t.madeBy, cell: (one) => one.created_by ?? '' },
];

/** Every card that prices, priced or will price. */
export function RatesPage(): VNode {
  const { route } = useLocation();
  const create = useAct(client.createRateCard);
  async function draft(): Promise<void> {
    const answer = await create.run({ body: {} });
    if (answer) route(at(`/zones/rates/${answer.data.version}`));
  }
  return (
    <Page
      title={t.rates}
      lead={t.ratesLead}
      acts={
        operator.value?.user.role === 'operator' && (
          <Button kind="primary" class="main-act" busy={create.busy} onClick={() => void draft()}>
            {t.draft}
          </Button>
        )
      }
    >
      {create.error && (
        <p class="fault" role="alert">
          {create.error.message}
        </p>
      )}
      <List
        operation={client.listRateCards}
        label={t.rates}
        columns={columns()}
        keyOf={(one) => String(one.version)}
        hrefOf={(one) => at(`/zones/rates/${one.version}`)}
        isDim={(one) => one.status === 'retired'}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(['draft', 'published', 'retired']),
          },
        ]}
        sorts={[
          ['-version', t.newest],
          ['version', t.oldest],
        ]}
        empty={<Empty title={t.rates} text={t.ratesLead} />}
        nothing={t.noneFound}
      />
    </Page>
  );
}
