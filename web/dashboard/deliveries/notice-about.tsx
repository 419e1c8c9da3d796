import type { VNode } from 'preact';
import type { RowOf } from '../../kit/list/list-page.tsx';
import { hrefOf } from '../../kit/list/address.ts';
import { texts } from '../../kit/text/texts.ts';
import { at } from '../paths.ts';
import { hrefOfId } from '../shell/things.ts';

/** What an id stands for where nothing else is known of it, by what the id begins with. */
const things = texts(
  {
    cus: 'A customer',
    evt: 'An event',
    inv: 'An invoice',
    key: 'A key',
    pay: 'A payment',
    plink: 'A payment link',
    prv: 'A payment provider',
    sale: 'A sale',
    tkt: 'A ticket',
    tor: 'An order of tickets',
    we: 'A webhook',
    wle: 'A place on a wait list',
  },
  {
    cus: 'Kɔstama',
    evt: 'Ivɛnt',
    inv: 'Invɔys',
    key: 'Ki',
    pay: 'Pement',
    plink: 'Pement link',
    prv: 'Pement prɔvayda',
    sale: 'Sel',
    tkt: 'Tikɛt',
    tor: 'Ɔda fɔ tikɛt',
    we: 'Wɛbhuk',
    wle: 'Ples na wet list',
  },
);

/** Where a number is found that people know a thing by, by the kind of message. */
const LISTS: Readonly<Record<string, string>> = {
  invoice_sent: '/invoices',
  invoice_reminder: '/invoices',
  invoice_overdue: '/invoices',
  tickets_paid: '/events/orders',
  ticket_sent: '/events/orders',
  event_changed: '/events/orders',
  event_cancelled: '/events/orders',
  tickets_refunded: '/events/orders',
  sale_receipt: '/till',
};

/** What a message is about: by its number, or in words where it has only an id, and the way there. */
export function NoticeAbout({ kind, reference }: RowOf<'listNotices'>): VNode | null {
  if (reference === null) return null;
  const [prefix = ''] = reference.split('_');
  const said = prefix === reference ? undefined : (things as Readonly<Record<string, string>>)[prefix];
  const list = LISTS[kind];
  const href =
    prefix === 'prv'
      ? at(`/settings/payments/${reference}`)
      : (hrefOfId(reference) ??
        (said === undefined && list !== undefined ? hrefOf(at(list), { q: reference }) : null));
  const name = said ?? <span class="mono nowrap">{reference}</span>;
  return href === null ? (
    <>{name}</>
  ) : (
    <a class="link" href={href}>
      {name}
    </a>
  );
}
