import { memberRoleScopes } from '@cottontree/contract';
import type { Caller } from '../../../kernel/call/call.ts';
import type { Context } from '../../../kernel/call/context.ts';
import type { MemberSession } from '../../../kernel/call/session.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { createBriefMemory } from '../../../kernel/running/brief-memory.ts';
import { KEYS_CHANNEL } from '../../../kernel/running/channels.ts';
import { findMemberInUse, type MemberInUse } from './memberships.queries.ts';

export type MemberCache = {
  /** A signed-in person as the caller of a merchant's operations; null for who does not belong to it. */
  readonly find: (session: MemberSession, tenant: Tenant) => Promise<Caller | null>;
  /** Forgets on every node what somebody may do. */
  readonly forget: (personId: string) => void;
};

const MEMBERS_CHANNEL = 'cottontree_members';

/** Remembers for three seconds who may do what where, or until any node says that it changed. */
export function createMemberCache({ world, store }: Context): MemberCache {
  const memory = createBriefMemory({
    load: (wanted) => {
      const [person_id = '', merchant_id = '', mode] = wanted.toString('utf8').split(' ');
      return findMemberInUse(store.system, { person_id, merchant_id, livemode: mode === 'live' });
    },
    monotonicMs: world.monotonicMs,
  });
  const forgetHere = (personId: string): void => memory.forget((member) => member.person_id === personId);
  store.listen(MEMBERS_CHANNEL, forgetHere);
  store.listen(KEYS_CHANNEL, (merchantId) => memory.forget((member) => member.merchant_id === merchantId));

  return {
    async find(session, { merchantId, livemode }) {
      const wanted = `${session.person.id} ${merchantId} ${livemode ? 'live' : 'test'}`;
      const member = await memory.find(Buffer.from(wanted));
      return member ? callerOf(member, session) : null;
    },
    forget(personId) {
      forgetHere(personId);
      store.notify(MEMBERS_CHANNEL, personId);
    },
  };
}

/** With the rights of a secret key that holds the scopes of the role. */
function callerOf(member: MemberInUse, session: MemberSession): Caller {
  return {
    keyId: session.person.id,
    keyFamily: session.person.id,
    kind: 'secret',
    session: null,
    member: {
      personId: session.person.id,
      name: session.person.name,
      sessionId: session.id,
      role: member.role,
      refundMax: member.refund_max,
    },
    scopes: memberRoleScopes[member.role],
    origins: [],
    ipRanges: [],
    tenant: { merchantId: member.merchant_id, livemode: member.livemode },
    merchant: {
      id: member.merchant_id,
      name: member.merchant_name,
      storeName: member.store_name,
      country: member.country,
      timeZone: member.time_zone,
      currency: member.currency,
      status: member.status,
      readsPerSecond: member.reads_per_second,
      writesPerSecond: member.writes_per_second,
    },
    clock: member.clock,
  };
}
