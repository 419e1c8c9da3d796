import type { Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { invalid } from '../core/failure.ts';
import { readPhone } from '../core/read-phone.ts';
import type { CustomerRow } from './customers.queries.ts';

type Wish = Input<Operations['updateCustomer']>['body'];

/** What a customer is after a wish: what the wish leaves out stays as it was. Somebody of whom nothing is known is refused. */
export function readCustomer(body: Wish, before: CustomerRow, call: Call): CustomerRow {
  const stays = <T>(wish: T | undefined, was: T): T => (wish === undefined ? was : wish);
  const phone =
    body.phone === undefined || body.phone === null
      ? body.phone
      : readPhone(body.phone, { path: 'phone', call });
  const after: CustomerRow = {
    ...before,
    version: before.version + 1,
    name: stays(body.name, before.name),
    phone: stays(phone, before.phone),
    email: stays(body.email, before.email),
    address: stays(body.address, before.address),
    tax_id: stays(body.tax_id, before.tax_id),
    notes: stays(body.notes, before.notes),
    tags: stays<readonly string[]>(body.tags, before.tags),
    metadata: stays(body.metadata, before.metadata),
    updated_at: call.now,
  };
  if (after.name === null && after.phone === null && after.email === null)
    throw invalid({ path: 'name', message: 'is required for a customer without phone and email' });
  return after;
}
