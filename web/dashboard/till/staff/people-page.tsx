import { UserPlus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText } from '../../../kit/format/time.ts';
import { initialsOf } from '../../../kit/format/words.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { List } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Face, Tag } from '../../../kit/parts/note.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { StaffParts } from './staff-parts.tsx';
import { staffTexts as t } from './texts.ts';
import '../till.css';

/** Who works at the tills. */
export function PeoplePage(): VNode {
  const names = useNames();
  if (!may('pos:admin'))
    return (
      <Page title={t.title}>
        <NotAllowed scope="pos:admin" />
      </Page>
    );
  const add = (
    <ButtonLink kind="primary" icon={UserPlus} href={at('/till/staff/new')}>
      {t.addPerson}
    </ButtonLink>
  );
  return (
    <Page
      title={t.title}
      acts={
        <>
          <CsvButton path="/pos/staff" filters={['is_active', 'location_id', 'sort']} />
          {add}
        </>
      }
    >
      <StaffParts />
      <List
        operation={client.listStaff}
        label={t.people}
        columns={[
          {
            key: 'name',
            title: tillTexts.name,
            phone: 1,
            cell: ({ name }) => (
              <span class="till-name">
                <Face size="s" initials={initialsOf(name)} />
                {name}
              </span>
            ),
          },
          { key: 'role', title: t.role, phone: 2, cell: ({ role }) => t[role] },
          {
            key: 'pin',
            title: t.pin,
            phone: 3,
            cell: (person) =>
              person.pin_locked_until !== null ? (
                <Tag meaning="bad">{t.pinLocked(momentText(person.pin_locked_until))}</Tag>
              ) : person.pin_set_at === null ? (
                <Tag meaning="wait">{t.noPin}</Tag>
              ) : (
                t.hasPin(momentText(person.pin_set_at))
              ),
          },
          {
            key: 'where',
            title: t.works,
            phone: 4,
            cell: ({ location_ids: ids }) =>
              ids.length === 0 ? tillTexts.everywhere : ids.map((id) => names.location(id)).join(', '),
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/till/staff/${id}`)}
        isDim={({ is_active }) => !is_active}
        filters={[
          { name: 'is_active', label: t.active, kind: 'switch' },
          {
            name: 'location_id',
            label: tillTexts.location,
            kind: 'choice',
            options: choicesOf(names.locations),
          },
        ]}
        sorts={[
          ['-created_at', tillTexts.newest],
          ['name', tillTexts.byName],
        ]}
        empty={
          <Empty title={t.peopleEmpty} text={t.peopleText} steps={[t.step1, t.step2, t.step3]} acts={add} />
        }
        nothing={t.nothing}
      />
    </Page>
  );
}
