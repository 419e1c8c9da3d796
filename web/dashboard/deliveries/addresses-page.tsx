import { limits } from 'form:saveAddress';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { nearText } from '../../kit/format/time.ts';
import { List } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { addressTexts as t } from './addresses-texts.ts';
import { deliveriesTexts } from './texts.ts';
import { choicesOf, said } from './words.ts';

/** Saved places of pickup and delivery. */
export function AddressesPage(): VNode {
  const add = may('shipping:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/deliveries/addresses/new')} class="main-act">
      {t.new}
    </ButtonLink>
  );
  return (
    <Page title={deliveriesTexts.addresses} crumbs={[[deliveriesTexts.title, at('/deliveries')]]} acts={add}>
      <List
        operation={client.listAddresses}
        label={deliveriesTexts.addresses}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/deliveries/addresses/${id}`)}
        search={{ name: 'q', placeholder: t.search }}
        filters={[
          { name: 'type', label: t.use, kind: 'choice', options: choicesOf(limits['type']?.options) },
          { name: 'city', label: t.city, kind: 'text' },
          { name: 'phone', label: t.phone, kind: 'text' },
        ]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothing}
        empty={<Empty title={t.empty} text={t.emptyText} acts={add} />}
        columns={[
          {
            key: 'place',
            title: t.place,
            phone: 1,
            cell: ({ label, address, city, landmark, is_default }) => (
              <>
                {label ?? `${address}, ${city}`} {is_default && <Tag meaning="good">{t.usual}</Tag>}
                <small>{label === null ? landmark : `${address}, ${city}`}</small>
              </>
            ),
          },
          { key: 'use', title: t.use, phone: 2, cell: ({ type }) => said(type) },
          {
            key: 'contact',
            title: t.contact,
            phone: 3,
            cell: ({ contact_name, contact_phone }) => (
              <>
                {contact_name}
                {contact_phone !== null && <small>{phoneText(contact_phone)}</small>}
              </>
            ),
          },
          { key: 'zone', title: t.zone, cell: ({ zone }) => zone.name },
          {
            key: 'used',
            title: t.used,
            phone: 4,
            cell: ({ delivery_count, last_used_at }) => (
              <>
                {t.times(delivery_count)}
                {last_used_at !== null && <small>{nearText(last_used_at)}</small>}
              </>
            ),
          },
        ]}
      />
    </Page>
  );
}
