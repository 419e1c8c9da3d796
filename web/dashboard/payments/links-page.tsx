import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { statuses } from '../../kit/parts/statuses.ts';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { TryTest } from '../shell/try-test.tsx';
import { ChatPicture } from './chat-picture.tsx';
import { pageNames } from './page-names.ts';
import { paymentTexts as t } from './texts.ts';

/** Payment links, the newest first. */
export function LinksPage(): VNode {
  const create = may('payment_links:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/payments/links/new')}>
      {t.newLink}
    </ButtonLink>
  );
  return (
    <Page
      title={t.linksTitle}
      name={pageNames.links}
      crumbs={[[pageNames.payments, at('/payments')]]}
      acts={
        <>
          <CsvButton path="/payment-links" filters={['q', 'status']} />
          {create}
        </>
      }
    >
      <List
        operation={client.listPaymentLinks}
        label={t.linksTitle}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/payments/links/${id}`)}
        isDim={({ status }) => status !== 'active'}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(Object.keys(statuses.link)),
          },
        ]}
        search={{ name: 'q', placeholder: t.title }}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothingLink}
        empty={
          <Empty
            title={t.linksEmpty}
            text={t.linksEmptyText}
            steps={[t.step1, t.step2, t.step3]}
            acts={create && [create, <TryTest path="/payments/links" />]}
            picture={<ChatPicture />}
          />
        }
        columns={[
          {
            key: 'title',
            title: t.title,
            phone: 1,
            cell: ({ title, slug }) => (
              <>
                {title}
                <small>/l/{slug}</small>
              </>
            ),
          },
          {
            key: 'status',
            title: t.status,
            phone: 3,
            cell: ({ status }) => <Status of="link" status={status} />,
          },
          {
            key: 'amount',
            title: t.amount,
            right: true,
            phone: 2,
            cell: ({ amount, currency }) =>
              amount === null ? (
                <span class="faint">{t.open}</span>
              ) : (
                <Money amount={amount} currency={currency} />
              ),
          },
          {
            key: 'uses',
            title: t.uses,
            right: true,
            cell: ({ uses, max_uses }) => (max_uses === null ? uses : `${uses} / ${max_uses}`),
          },
          {
            key: 'collected',
            title: t.collected,
            right: true,
            cell: ({ total_collected, currency }) => <Money amount={total_collected} currency={currency} />,
          },
          {
            key: 'when',
            title: t.when,
            right: true,
            phone: 4,
            cell: ({ created_at }) => nearText(created_at),
          },
        ]}
      />
    </Page>
  );
}
