import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { Email } from '../../kit/format/email.tsx';
import { phoneText } from '../../kit/format/phone.ts';
import { dateText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import type { Filter } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { TryTest } from '../shell/try-test.tsx';
import { CustomersPicture } from './customers-picture.tsx';
import { customersTexts as t } from './texts.ts';

/** Everybody to whom the shop sells. */
export function CustomersPage(): VNode {
  const add = may('customers:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/customers/new')} class="main-act">
      {t.new}
    </ButtonLink>
  );
  return (
    <Page
      title={t.title}
      acts={
        <>
          <CsvButton path="/customers" filters={['q', 'sort', ...filters().map(({ name }) => name)]} />
          {add}
        </>
      }
    >
      <List
        operation={client.listCustomers}
        label={t.title}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/customers/${id}`)}
        isDim={({ erased }) => erased}
        keepsViews
        search={{ name: 'q', placeholder: t.search }}
        filters={filters()}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
          ['name', t.byName],
        ]}
        nothing={t.nothing}
        empty={
          <Empty
            title={t.empty}
            text={t.emptyText}
            steps={t.emptySteps.split('|')}
            picture={<CustomersPicture />}
            acts={add && [add, <TryTest path="/customers" />]}
          />
        }
        columns={[
          {
            key: 'name',
            title: t.name,
            phone: 1,
            cell: ({ name, erased }) => name ?? <span class="faint">{erased ? t.forgotten : t.nobody}</span>,
          },
          {
            key: 'phone',
            title: t.phone,
            phone: 3,
            cell: ({ phone }) => phone !== null && <span class="nowrap">{phoneText(phone)}</span>,
          },
          {
            key: 'email',
            title: t.email,
            phone: 4,
            cell: ({ email }) => email !== null && <Email address={email} />,
          },
          { key: 'address', title: t.address, cell: ({ address }) => address },
          {
            key: 'tags',
            title: t.tags,
            phone: 2,
            cell: ({ tags }) => tags.map((tag) => <Tag>{tag}</Tag>),
          },
          { key: 'added', title: t.added, right: true, cell: ({ created_at }) => dateText(created_at) },
        ]}
      />
    </Page>
  );
}

function filters(): readonly Filter[] {
  return [
    { name: 'tag', label: t.tag, kind: 'text' },
    { name: 'created_from', label: t.from, kind: 'date' },
    { name: 'created_to', label: t.to, kind: 'date' },
    { name: 'updated_since', label: t.changedSince, kind: 'date' },
  ];
}
