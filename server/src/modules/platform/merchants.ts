import {
  operations,
  formatOptionalTime,
  formatTime,
  type Data,
  type Input,
  type Operations,
  type PlatformMerchant,
} from '@cottontree/contract';
import { refuseReadOnly } from '../../kernel/shape/read-only.ts';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { operatorRoleOnly } from '../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { change, changesNothing } from '../../kernel/change/change.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { KEYS_CHANNEL } from '../../kernel/running/channels.ts';
import type { Runner } from '../../store/index.ts';
import { inviteFromHere } from '../accounts/index.ts';
import { createMerchant } from '../merchants/index.ts';
import {
  findPlatformMerchant,
  limitMerchant,
  merchantList,
  reinstateMerchantRecord,
  suspendMerchantRecord,
  type PlatformMerchantRow,
} from './merchants.queries.ts';
import type { Platform } from './module.ts';
import { noteAct } from './acts.ts';

const MATTER = 'see and change the merchants of the platform';

/** Lists the merchants, newest first unless sorted otherwise. */
export async function listPlatformMerchants(
  { query }: Input<Operations['listPlatformMerchants']>,
  call: DispatchCall,
  { store }: Platform,
): Promise<Reply<readonly PlatformMerchant[]>> {
  operatorRoleOnly(call, MATTER);
  const { rows, meta } = await merchantList.find(store.system.reads, { call, query });
  return reply(rows.map(presentMerchant), { meta });
}

/** Reads one of them. */
export async function getPlatformMerchant(
  { params }: Input<Operations['getPlatformMerchant']>,
  call: DispatchCall,
  { store }: Platform,
): Promise<Reply<PlatformMerchant>> {
  operatorRoleOnly(call, MATTER);
  return shown(await found(store.system, params.id));
}

/** Adds a merchant and invites its owner, whose link is in the answer, once. */
export async function createPlatformMerchant(
  { body }: Input<Operations['createPlatformMerchant']>,
  call: DispatchCall,
  module: Platform,
): Promise<Reply<Data<Operations['createPlatformMerchant']>>> {
  operatorRoleOnly(call, MATTER);
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const merchant = await createMerchant(module, body, tx);
        const { email } = merchant;
        const { link, token, mailed } = await inviteFromHere(tx, module.accounts, {
          merchant,
          email,
          role: 'owner',
        });
        const { name, country } = merchant;
        await noteAct(
          tx,
          { action: 'createPlatformMerchant', merchant_id: merchant.id, details: { name, email, country } },
          { call, world: module.world },
        );
        return reply(
          {
            ...presentMerchant(await found(tx, merchant.id)),
            invitation: { email: email.toLowerCase(), link, token, mailed },
          },
          { status: 201 },
        );
      },
    },
  );
}

/** Changes how much a merchant may ask, on the version that was read. */
export async function updatePlatformMerchant(
  { params: { id }, body }: Input<Operations['updatePlatformMerchant']>,
  call: DispatchCall,
  module: Platform,
): Promise<Reply<PlatformMerchant>> {
  operatorRoleOnly(call, MATTER);
  const { system } = module.store;
  const changed = await change(
    {
      key: { tenant: null, id },
      tooMany: 'requests change this merchant',
      read: () => found(system, id),
      ifMatch: call.ifMatch,
      seen: ({ version }) => ({ version, what: 'The merchant' }),
    },
    (before) =>
      system.transaction(async (tx) => {
        refuseReadOnly(operations.updatePlatformMerchant.readOnly, body, presentMerchant(before));
        const { version, reads_per_second: reads, writes_per_second: writes } = before;
        const terms = {
          reads_per_second: body.reads_per_second ?? reads,
          writes_per_second: body.writes_per_second ?? writes,
        };
        if (changesNothing(terms, before)) return before;
        if (!(await limitMerchant(tx, { id, version, ...terms }))) return undefined;
        const deed = { action: 'updatePlatformMerchant', merchant_id: id, details: terms };
        await noteAct(tx, deed, { call, world: module.world });
        return found(tx, id);
      }),
  );
  module.store.notify(KEYS_CHANNEL, id);
  return shown(changed);
}

/** Suspends a merchant: every node refuses its keys and people within seconds. */
export async function suspendMerchant(
  { params: { id }, body: { reason } }: Input<Operations['suspendMerchant']>,
  call: DispatchCall,
  module: Platform,
): Promise<Reply<PlatformMerchant>> {
  return turn(module, call, {
    id,
    action: 'suspendMerchant',
    details: { reason },
    write: (tx) => suspendMerchantRecord(tx, { id, reason, by: call.operator.id, at: module.world.now() }),
  });
}

/** Lets a merchant work again. */
export async function reinstateMerchant(
  { params: { id } }: Input<Operations['reinstateMerchant']>,
  call: DispatchCall,
  module: Platform,
): Promise<Reply<PlatformMerchant>> {
  return turn(module, call, {
    id,
    action: 'reinstateMerchant',
    details: {},
    write: (tx) => reinstateMerchantRecord(tx, id),
  });
}

type Turn = {
  readonly id: string;
  readonly action: 'suspendMerchant' | 'reinstateMerchant';
  readonly details: { readonly reason?: string };
  /** False where it stands so already. */
  readonly write: (tx: Runner) => Promise<boolean>;
};

/** Turns a merchant's status, once, and notes who did; what stands so already is answered again. */
async function turn(
  module: Platform,
  call: DispatchCall,
  { id, action, details, write }: Turn,
): Promise<Reply<PlatformMerchant>> {
  operatorRoleOnly(call, MATTER);
  const answer = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        await found(tx, id);
        if (await write(tx))
          await noteAct(tx, { action, merchant_id: id, details }, { call, world: module.world });
        return shown(await found(tx, id));
      },
    },
  );
  module.store.notify(KEYS_CHANNEL, id);
  return answer;
}

async function found(runner: Runner, id: string): Promise<PlatformMerchantRow> {
  const row = await findPlatformMerchant(runner, id);
  if (row) return row;
  throw new Failure('MERCHANT_NOT_FOUND', `There is no merchant ${id.slice(0, 64)}.`);
}

function shown(row: PlatformMerchantRow): Reply<PlatformMerchant> {
  return reply(presentMerchant(row), { version: String(row.version) });
}

/** Invites an owner of a merchant that is there already; the link is in the answer, once. */
export async function inviteOwner(
  { params: { id }, body }: Input<Operations['inviteOwner']>,
  call: DispatchCall,
  module: Platform,
): Promise<Reply<Data<Operations['inviteOwner']>>> {
  operatorRoleOnly(call, 'let people into merchants');
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const merchant = await findPlatformMerchant(tx, id);
        if (!merchant) throw new Failure('MERCHANT_NOT_FOUND', `There is no merchant ${id.slice(0, 64)}.`);
        const email = body.email.trim().toLowerCase();
        const { link, token, mailed } = await inviteFromHere(tx, module.accounts, {
          merchant,
          email,
          role: 'owner',
        });
        const deed = { action: 'inviteOwner', merchant_id: id, details: { email } };
        await noteAct(tx, deed, { call, world: module.world });
        return reply({ email, link, token, mailed }, { status: 201 });
      },
    },
  );
}

/** A merchant as operators see it. */
function presentMerchant({
  suspended_reason: reason,
  suspended_by: by,
  suspended_at: at,
  members,
  created_at: createdAt,
  ...row
}: PlatformMerchantRow): PlatformMerchant {
  return {
    ...row,
    suspension: row.status === 'suspended' ? { reason, by, at: formatOptionalTime(at) } : null,
    members: Number(members),
    created_at: formatTime(createdAt),
  };
}
