import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { List } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { StaffParts } from './staff-parts.tsx';
import { staffTexts as t } from './texts.ts';
import '../till.css';

/** Where it is sold: each till with its device and its drawer. */
export function TillsPage(): VNode {
  const names = useNames();
  const crumbs = [[t.title, at('/till/staff')]] as const;
  if (!may('pos:admin'))
    return (
      <Page title={t.tills} crumbs={crumbs}>
        <NotAllowed scope="pos:admin" />
      </Page>
    );
  const add = (
    <ButtonLink kind="primary" icon={Plus} href={at('/till/staff/tills/new')}>
      {t.addTill}
    </ButtonLink>
  );
  return (
    <Page
      title={t.title}
      name={t.tills}
      crumbs={crumbs}
      acts={
        <>
          <CsvButton path="/pos/terminals" filters={['is_active', 'location_id', 'sort']} />
          {add}
        </>
      }
    >
      <StaffParts />
      <List
        operation={client.listTerminals}
        label={t.tills}
        columns={[
          {
            key: 'name',
            title: tillTexts.name,
            phone: 1,
            cell: ({ name, code }) => (
              <>
                {name}
                <small class="mono">{code}</small>
              </>
            ),
          },
          {
            key: 'pairing',
            title: t.pairing,
            phone: 3,
            cell: ({ pairing_status }) => <Status of="pairing" status={pairing_status} />,
          },
          { key: 'where', title: t.where, phone: 4, cell: ({ location_id }) => names.location(location_id) },
          {
            key: 'drawer',
            title: t.drawer,
            phone: 2,
            cell: ({ cash_session_id: id }) =>
              id === null ? (
                <span class="faint">{t.noDrawer}</span>
              ) : (
                <a class="link" href={at(`/till/cash/${id}`)}>
                  {t.drawerOpen}
                </a>
              ),
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/till/staff/tills/${id}`)}
        isDim={({ is_active }) => !is_active}
        filters={[
          { name: 'is_active', label: t.tillActive, kind: 'switch' },
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
        empty={<Empty title={t.tillsEmpty} text={t.tillsText} acts={add} />}
        nothing={t.noTillLike}
      />
    </Page>
  );
}
