import { idRandomBytes, makeId } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import type { Context } from '../../kernel/call/context.ts';
import { invalid } from '../../kernel/call/failure.ts';
import { readPhone } from '../../kernel/phone/read-phone.ts';
import type { Runner } from '../../store/index.ts';
import type { CustomerCopy, Eraser, Follower, NamedCustomer } from './customer-port.ts';
import {
  type CustomerRow,
  findCustomerByPhone,
  holdCustomer,
  holdCustomerEver,
  insertCustomer,
} from './customers.queries.ts';
import { copyOf, customerNotFound, findCustomerCopy } from './find-customer-copy.ts';
import type { Customers } from './module.ts';
import { newCustomer } from './new-customer.ts';
import { customerFact } from './present-customer.ts';

/** Opens customers. */
export function openCustomers(context: Context): Customers {
  const erasers: Eraser[] = [];
  const followers: Follower[] = [];
  return {
    ...context,
    erasers,
    followers,
    registerEraser(eraser) {
      if (erasers.some(({ kind }) => kind === eraser.kind))
        throw new Error(`Two rooms erase customers from a ${eraser.kind}.`);
      erasers.push(eraser);
    },
    registerFollower(follower) {
      followers.push(follower);
    },
    find: findCustomerCopy,
    hold: holdCustomerEver,
    ensure: (runner, call, named) => ensureCustomer(context, { runner, call }, named),
  };
}

type Ensuring = { readonly runner: Runner; readonly call: Call };
type Said = Omit<CustomerCopy, 'id'>;

/** Whom a document is for, as `CustomerDesk.ensure` says. */
async function ensureCustomer(
  context: Context,
  { runner, call }: Ensuring,
  { customer_id: id, customer }: NamedCustomer,
): Promise<CustomerCopy | null> {
  const said = saidOf(customer, call);
  if (id !== undefined && id !== null) {
    if (said !== null)
      throw invalid({ path: 'customer', message: 'cannot stand beside customer_id, which says who it is' });
    return findCustomerCopy(runner, call.tenant, id);
  }
  if (said === null) return null;
  if (said.phone === null) return { id: null, ...said };
  return spokenOver(copyOf(await findOrAdd(context, { runner, call }, { ...said, phone: said.phone })), said);
}

function saidOf(customer: NamedCustomer['customer'], call: Call): Said | null {
  const { name = null, phone = null, email = null, address = null, tax_id = null } = customer ?? {};
  if ([name, phone, email, address, tax_id].every((word) => word === null)) return null;
  return {
    name,
    phone: phone === null ? null : readPhone(phone, { path: 'customer.phone', call }),
    email,
    address,
    tax_id,
  };
}

const TRIES_MAX = 4;

async function findOrAdd(
  context: Context,
  { runner, call }: Ensuring,
  said: Said & { readonly phone: string },
): Promise<CustomerRow> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const known = await findCustomerByPhone(runner, call.tenant, said.phone);
    const held = known && (await holdCustomer(runner, call.tenant, known.id));
    if (held) return held;
    const { world } = context;
    const row = newCustomer(call, {
      id: makeId('cus_', world.now().getTime(), world.randomBytes(idRandomBytes)),
      ...said,
    });
    const made = await insertCustomer(runner, call.tenant, {
      row,
      facts: [customerFact(row, 'customer.created')],
    });
    if (made) return made;
  }
  throw customerNotFound(said.phone);
}

/** What the document says goes before what is known. */
function spokenOver(known: CustomerCopy, said: Said): CustomerCopy {
  return {
    id: known.id,
    name: said.name ?? known.name,
    phone: said.phone,
    email: said.email ?? known.email,
    address: said.address ?? known.address,
    tax_id: said.tax_id ?? known.tax_id,
  };
}
