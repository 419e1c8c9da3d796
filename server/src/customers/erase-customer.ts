import { formatTime, type Data, type Input, type Operations } from '@cottontree/contract';
import { change } from '../core/change.ts';
import type { Call } from '../core/call.ts';
import { effect } from '../core/effect.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Tenant } from '../core/tenant.ts';
import type { Runner } from '../store/index.ts';
import type { ErasedDocument } from './customer-desk.ts';
import { customerFact } from './customer-facts.ts';
import { changeCustomer, findCustomerEver, type CustomerRow } from './customers.queries.ts';
import { customerNotFound } from './find-customer-copy.ts';
import { forgotten } from './forgotten.ts';
import type { Customers } from './open-customers.ts';

/** Forgets a customer, here and in every document, in one transaction. */
export async function eraseCustomer(
  { params }: Input<Operations['eraseCustomer']>,
  call: Call,
  room: Customers,
): Promise<Reply<Data<Operations['eraseCustomer']>>> {
  const { tenant, now } = call;
  return effect(room, call, {
    work: async (tx) => {
      const { row, phone } = await forget(tx, tenant, { id: params.id, at: now });
      const documents: ErasedDocument[] = [];
      for (const { erase } of room.erasers)
        documents.push(...(await erase(tx, tenant, { customerId: row.id, phone, at: now })));
      for (const follow of room.followers) await follow(tx, tenant, documents);
      return reply({ id: row.id, documents: documents.length, erased_at: formatTime(row.erased_at ?? now) });
    },
  });
}

type Forgotten = { readonly row: CustomerRow; /** The number it had. */ readonly phone: string | null };

/** The customer's row, without who it was. From then on no document copies anything of it. */
async function forget(
  tx: Runner,
  tenant: Tenant,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<Forgotten> {
  const customer = {
    tooMany: 'requests change this customer',
    read: () => findCustomerEver(tx, tenant, id),
    notFound: () => customerNotFound(id),
  };
  return change<CustomerRow, Forgotten>(customer, async (before) => {
    if (before.erased_at !== null) return { row: before, phone: null };
    const row = { ...forgotten(before, at), erased_at: at };
    const changed = await changeCustomer(tx, tenant, {
      row,
      facts: before.deleted_at === null ? [customerFact(row, 'customer.updated')] : [],
    });
    return changed && { row: changed, phone: before.phone };
  });
}
