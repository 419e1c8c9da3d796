import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { phoneText } from '../../../kit/format/phone.ts';
import { List, type RowOf } from '../../../kit/list/list-page.tsx';
import { Button, ButtonLink } from '../../../kit/parts/button.tsx';
import { Tag } from '../../../kit/parts/note.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { pageNames } from '../page-names.ts';
import { settingsTexts } from '../texts.ts';
import { moneyTexts as t } from './texts.ts';

type Address = RowOf<'listAddresses'>;

/** Which saved address parcels are fetched at. */
export function PickupPage(): VNode {
  const add = may('shipping:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/deliveries/addresses/new')}>
      {t.addAddress}
    </ButtonLink>
  );
  return (
    <Page
      title={pageNames.pickup}
      crumbs={[[settingsTexts.settings, at('/settings')]]}
      lead={t.pickupLead}
      acts={add}
    >
      {may('shipping:read') ? (
        <List
          operation={client.listAddresses}
          label={pageNames.pickup}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => at(`/deliveries/addresses/${id}`)}
          isDim={({ type }) => type === 'delivery'}
          search={{ name: 'q', placeholder: t.searchPlace }}
          nothing={t.noPlace}
          empty={<Empty title={t.noPlaces} text={t.noPlacesText} acts={add} />}
          columns={[
            {
              key: 'place',
              title: t.place,
              phone: 1,
              cell: ({ label, address, city }) => (
                <>
                  {label ?? `${address}, ${city}`}
                  {label !== null && <small>{`${address}, ${city}`}</small>}
                </>
              ),
            },
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
            { key: 'act', title: '', right: true, phone: 4, cell: (address) => <Choice of={address} /> },
          ]}
        />
      ) : (
        <NotAllowed scope="shipping:read" />
      )}
    </Page>
  );
}

function Choice({ of: address }: { readonly of: Address }): VNode {
  const act = useAct(client.updateAddress);
  if (address.is_default) return <Tag meaning="good">{t.here}</Tag>;
  if (address.type === 'delivery') return <span class="faint small">{t.deliveryOnly}</span>;
  if (!may('shipping:write')) return <></>;
  return (
    <>
      <Button
        size="s"
        busy={act.busy}
        onClick={() =>
          void act.run({
            params: { id: address.id },
            body: { is_default: true },
            ifMatch: `"${address.version}"`,
          })
        }
      >
        {t.choose}
      </Button>
      {act.error && (
        <small class="fault" role="alert">
          {act.error.message}
        </small>
      )}
    </>
  );
}
