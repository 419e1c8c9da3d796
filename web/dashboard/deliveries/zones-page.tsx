import { limits } from 'form:listZones';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { List } from '../../kit/list/list-page.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { deliveriesTexts } from './texts.ts';
import { choicesOf, said } from './words.ts';
import { zoneTexts as t } from './zones-texts.ts';

/** Where parcels go, and what it costs at least. */
export function ZonesPage(): VNode {
  return (
    <Page title={deliveriesTexts.zones} crumbs={[[deliveriesTexts.title, at('/deliveries')]]} lead={t.lead}>
      <List
        operation={client.listZones}
        label={deliveriesTexts.zones}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/deliveries/zones/${id}`)}
        isDim={({ active }) => !active}
        search={{ name: 'q', placeholder: t.search }}
        filters={[
          { name: 'kind', label: t.kind, kind: 'choice', options: choicesOf(limits['kind']?.options) },
          { name: 'city', label: t.city, kind: 'text' },
          { name: 'district', label: t.district, kind: 'text' },
          { name: 'active', label: t.served, kind: 'switch' },
        ]}
        sorts={[
          ['name', t.byName],
          ['code', t.byCode],
        ]}
        nothing={t.nothing}
        empty={<Empty title={t.empty} text={t.emptyText} />}
        columns={[
          {
            key: 'name',
            title: t.zone,
            phone: 1,
            cell: ({ name, code, aliases }) => (
              <>
                {name} <span class="mono faint">{code}</span>
                {aliases.length > 0 && <small class="desk">{aliases.join(', ')}</small>}
              </>
            ),
          },
          { key: 'kind', title: t.kind, phone: 3, cell: ({ kind, city }) => `${said(kind)}, ${city}` },
          {
            key: 'fee',
            title: t.from,
            right: true,
            phone: 2,
            cell: ({ base_fee, currency }) => <Money amount={base_fee} currency={currency} />,
          },
          {
            key: 'minutes',
            title: t.minutes,
            right: true,
            phone: 5,
            cell: ({ estimated_minutes }) => t.min(estimated_minutes),
          },
          { key: 'cod', title: t.cod, cell: ({ cod_available }) => (cod_available ? common.yes : common.no) },
          {
            key: 'speeds',
            title: t.speeds,
            cell: ({ service_levels }) => service_levels.map(said).join(', '),
          },
        ]}
      />
    </Page>
  );
}
