import type { Customer } from '@cottontree/contract';
import { MessageCircle, Pencil, Phone, Plus, Trash2, UserX } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { Email } from '../../kit/format/email.tsx';
import { phoneText, whatsappUrl } from '../../kit/format/phone.ts';
import { dateText } from '../../kit/format/time.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { ForgetPhoneDialog } from '../deliveries/ending-dialogs.tsx';
import type { PageProps } from '../place.ts';
import { at } from '../paths.ts';
import { Columns, Page } from '../shell/page.tsx';
import { Dealings } from './dealings.tsx';
import { EraseDialog, RemoveDialog } from './ending-dialogs.tsx';
import { useLineOfTime, type LineOfTime } from './line-of-time.ts';
import { TicketsCard } from './tickets-card.tsx';
import { customersTexts as t } from './texts.ts';

/** One customer: who it is, and everything with them on one line of time. */
export function CustomerPage({ params }: PageProps): VNode {
  const { answer, error, again } = useCall(client.getCustomer, { params: { id: params['id'] ?? '' } });
  if (answer) return <Shown customer={answer.data} etag={answer.etag} />;
  return (
    <Page title={t.title} crumbs={[[t.title, at('/customers')]]}>
      {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
    </Page>
  );
}

function Shown({ customer, etag }: { readonly customer: Customer; readonly etag: string | null }): VNode {
  const line = useLineOfTime(customer);
  const { name, phone, email, erased, erased_at, created_at } = customer;
  return (
    <Page
      title={name ?? (phone === null ? (email ?? (erased ? t.forgotten : t.nobody)) : phoneText(phone))}
      crumbs={[[t.title, at('/customers')]]}
      badge={customer.tags.map((tag) => (
        <Tag>{tag}</Tag>
      ))}
      lead={erased_at === null ? t.customerSince(dateText(created_at)) : t.isForgotten(dateText(erased_at))}
      acts={!erased && <Acts customer={customer} etag={etag} line={line} />}
    >
      <Columns
        main={<Dealings line={line} />}
        side={
          <>
            <Card title={t.facts}>
              {isOnlyNamed(customer) && <p class="quiet">{t.onlyNamed}</p>}
              <KeyValues
                left
                rows={[
                  phone !== null && [
                    t.phone,
                    <a class="link" href={`tel:${phone}`}>
                      {phoneText(phone)}
                    </a>,
                  ],
                  email !== null && [
                    t.email,
                    <a class="link" href={`mailto:${email}`}>
                      <Email address={email} />
                    </a>,
                  ],
                  customer.address !== null && [t.address, customer.address],
                  customer.tax_id !== null && [t.taxId, customer.tax_id],
                  customer.notes !== null && [t.notes, customer.notes],
                  ...Object.entries(customer.metadata).map(([key, value]) => [key, String(value)] as const),
                ]}
              />
            </Card>
            <TicketsCard phone={phone} />
          </>
        }
      />
    </Page>
  );
}

/** Whether nothing is known but a name, if that. */
function isOnlyNamed({ phone, email, address, tax_id, notes, metadata }: Customer): boolean {
  return (
    [phone, email, address, tax_id, notes].every((one) => one === null) && Object.keys(metadata).length === 0
  );
}

function Acts({
  customer,
  etag,
  line,
}: {
  readonly customer: Customer;
  readonly etag: string | null;
  readonly line: LineOfTime;
}): VNode {
  const [asking, ask] = useState<'erase' | 'parcels' | 'remove' | null>(null);
  const close = (): void => ask(null);
  const { id, name, phone } = customer;
  const sendTo = hrefOf(at('/deliveries/new'), { recipient_name: name, recipient_phone: phone });
  return (
    <>
      {phone !== null && (
        <>
          <ButtonLink icon={Phone} href={`tel:${phone}`}>
            {t.call}
          </ButtonLink>
          <ButtonLink icon={MessageCircle} href={whatsappUrl(phone)} target="_blank">
            {t.write}
          </ButtonLink>
        </>
      )}
      <Menu
        items={[
          may('customers:write') && { name: t.edit, icon: Pencil, href: at(`/customers/${id}/edit`) },
          may('shipping:write') && { name: t.newDelivery, icon: Plus, href: sendTo },
          may('invoices:write') && {
            name: t.newInvoice,
            icon: Plus,
            href: hrefOf(at('/invoices/new'), { customer_id: id }),
          },
          may('customers:write') && {
            name: t.forget,
            icon: UserX,
            danger: true,
            onClick: () => ask('erase'),
          },
          may('shipping:write') &&
            phone !== null && {
              name: t.alsoParcels,
              icon: UserX,
              danger: true,
              onClick: () => ask('parcels'),
            },
          may('customers:write') && {
            name: t.remove,
            icon: Trash2,
            danger: true,
            onClick: () => ask('remove'),
          },
        ]}
      />
      {asking === 'erase' && <EraseDialog customer={customer} line={line} close={close} />}
      {asking === 'parcels' && <ForgetPhoneDialog phone={phone ?? ''} close={close} />}
      {asking === 'remove' && <RemoveDialog customer={customer} etag={etag} close={close} />}
    </>
  );
}
