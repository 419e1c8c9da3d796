import type { ZoneItem } from '@cottontree/contract';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { List } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Said } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { choicesOf, wordText } from '../words.ts';
import { KINDS } from './zone-values.ts';
import { zoneTexts as t } from './texts.ts';

const columns = (): readonly Column<ZoneItem>[] => [
  { key: 'name', title: t.name, phone: 1, cell: (one) => one.name },
  {
    key: 'active',
    title: t.served,
    phone: 2,
    cell: (one) =>
      one.active ? (
        <Said meaning="good" glyph="ring">
          {t.isServed}
        </Said>
      ) : (
        <Said meaning="idle" glyph="dash">
          {t.isRetired}
        </Said>
      ),
  },
  { key: 'code', title: t.code, phone: 3, cell: (one) => <span class="mono">{one.code}</span> },
  { key: 'kind', title: t.kind, cell: (one) => wordText(one.kind) },
  { key: 'district', title: t.district, phone: 4, cell: (one) => one.district },
  {
    key: 'border',
    title: t.border,
    cell: (one) => (one.geometry ? t.drawn : t.circle(one.radius_km.toLocaleString('en'))),
  },
  {
    key: 'fee',
    title: t.baseFee,
    right: true,
    cell: (one) => <Money amount={one.base_fee} currency={one.currency} />,
  },
  { key: 'hours', title: t.hours, cell: (one) => (one.hours.length === 0 ? t.always : t.byHours) },
];

/** Where parcels are carried from and to. */
export function ZonesPage(): VNode {
  const add = may('dispatch:write') && (
    <ButtonLink kind="primary" class="main-act" icon={Plus} href={at('/zones/new')}>
      {t.add}
    </ButtonLink>
  );
  return (
    <Page title={t.zones} lead={t.zonesLead} acts={add}>
      <List
        operation={client.listDispatchZones}
        label={t.zones}
        columns={columns()}
        keyOf={(one) => one.id}
        hrefOf={(one) => at(`/zones/${one.code}`)}
        isDim={(one) => !one.active}
        views={[
          { name: t.all, query: {} },
          { name: t.isServed, query: { active: 'true' } },
          { name: t.isRetired, query: { active: 'false' } },
        ]}
        filters={[
          { name: 'kind', label: t.kind, kind: 'choice', options: choicesOf(KINDS) },
          { name: 'active', label: t.served, kind: 'switch' },
        ]}
        search={{ name: 'q', placeholder: t.find }}
        sorts={[
          ['code', t.byCode],
          ['name', t.byName],
        ]}
        empty={<Empty title={t.none} text={t.noneText} acts={add} />}
        nothing={t.noneFound}
      />
    </Page>
  );
}
