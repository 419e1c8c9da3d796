import { from, matching, search, since, until } from '../core/list-filters.queries.ts';
import { list } from '../core/list.queries.ts';
import { byText, byTime } from '../core/list-walk.queries.ts';
import { CUSTOMER, CUSTOMER_COLUMNS } from './customers.queries.ts';

/** A merchant's customers; the phone number or e-mail address stands for the name of who has none. */
export const customerList = list('listCustomers', {
  from: 'customers c',
  row: CUSTOMER,
  select: CUSTOMER_COLUMNS,
  where: 'c.deleted_at IS NULL',
  filters: {
    q: search('c.name', 'c.phone', 'c.email', 'c.tax_id'),
    tag: matching((tag) => `${tag} = ANY (c.tags)`),
    created_from: from('c.created_at'),
    created_to: until('c.created_at'),
    updated_since: since('c.updated_at'),
  },
  sorts: {
    created_at: byTime('c.created_at'),
    name: byText("lower(left(coalesce(c.name, c.phone, c.email, ''), 80))"),
  },
});
