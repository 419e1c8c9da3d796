import type {
  CredentialHeader,
  Currency,
  Data,
  Input,
  MemberRole,
  OperationId,
  Operations,
  Scope,
  StaffPermission,
  UserRole,
} from '@cottontree/contract';
import type { Context } from './context.ts';
import type { AnyReply } from './reply.ts';
import type { Tenant } from './tenant.ts';

/** The merchant as every request needs it. */
export type MerchantProfile = {
  readonly id: string;
  readonly name: string;
  readonly storeName: string;
  readonly country: string;
  readonly timeZone: string;
  readonly currency: Currency;
  readonly status: 'active' | 'suspended';
  readonly readsPerSecond: number;
  readonly writesPerSecond: number;
};

/** Somebody who works at the till. */
export type StaffMember = {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly StaffPermission[];
};

/** A session of a widget or a till: it acts like a key for a few hours. */
export type CallerSession = {
  readonly id: string;
  /** The person who signed in, or for whom the merchant's server began it; null: nobody in particular. */
  readonly staff: StaffMember | null;
  /** The till it was begun at. */
  readonly terminalId: string | null;
};

/** Whose requests they are: the person's behind the session, or the session's own where nobody in particular is. */
export function personBehind({ id, staff }: CallerSession): string {
  return staff?.id ?? id;
}

/** A person of the merchant who is signed in. */
export type CallerMember = {
  readonly personId: string;
  readonly name: string;
  readonly sessionId: string;
  readonly role: MemberRole;
  /** In minor units; null: no limit. */
  readonly refundMax: bigint | null;
};

/** An authenticated key, a session begun with one, or a person: who calls, in which mode, and what it may do. */
export type Caller = {
  /** Of a person, whose rights are those of a secret key, the person's own id. */
  readonly keyId: string;
  /** The key at the beginning of its rotations. */
  readonly keyFamily: string;
  readonly kind: 'secret' | 'public' | 'session';
  /** Null unless the kind is session. */
  readonly session: CallerSession | null;
  /** Null unless a person calls, in the session of the dashboard. */
  readonly member: CallerMember | null;
  readonly scopes: readonly (Scope | '*')[];
  readonly origins: readonly string[];
  readonly ipRanges: readonly string[];
  readonly tenant: Tenant;
  readonly merchant: MerchantProfile;
  /** Where the merchant's test clock stands, if it has one and this is a test key. */
  readonly clock: Date | null;
};

/** One request as an operation sees it. */
export type Call = {
  readonly requestId: string;
  readonly caller: Caller;
  readonly tenant: Tenant;
  /** Business time: the wall clock, or where the merchant's test clock stands. */
  readonly now: Date;
  readonly idempotency: Idempotency | null;
  /** The If-Match header, for operations that change a thing only as the caller last saw it. */
  readonly ifMatch: string | null;
  /** Set when the answer is wanted as a stream of events. */
  readonly stream: StreamOptions | null;
  /** Where the request came from, for limits on guessing. */
  readonly address: string;
  /** What it shows beside its key, unjudged. */
  readonly credentials: Credentials;
};

/** The headers that tell one device, till or buyer with a public key from another, as far as they were sent. */
export type Credentials = { readonly [Name in CredentialHeader]?: string };

/** A request for a stream of events, and the id of the last event that its client saw. */
export type StreamOptions = { readonly lastEventId: string | null };

/** A request with an Idempotency-Key: what makes its effect happen once. The key stands behind the space of whoever sent it, so that callers of different kinds never meet. */
export type Idempotency = { readonly key: string; readonly hash: Buffer };

/** A key within a space, or one of several that a request needs within its own: no header can hold the blank between. */
export function keyIn(space: string, key: string): string {
  return space === '' ? key : `${space} ${key}`;
}

/** One request of a courier, whose parcels may belong to any merchant. */
export type DriverCall = {
  readonly requestId: string;
  readonly sessionId: string;
  readonly driver: { readonly id: string; readonly name: string; readonly phone: string };
  /** The wall clock; a test delivery's business time is its merchant's test clock, where there is one. */
  readonly now: Date;
  readonly idempotency: Idempotency | null;
};

/** `merchant`: no person of the platform, but a merchant's key with the scope. */
export type OperatorRole = UserRole | 'merchant';

/** One request of whoever directs couriers. */
export type DispatchCall = {
  readonly requestId: string;
  /** Null for a merchant's key. */
  readonly sessionId: string | null;
  /** `id` of the user or the key. */
  readonly operator: { readonly id: string; readonly name: string; readonly role: OperatorRole };
  /** Whose deliveries: null for those of all merchants in both modes. */
  readonly reach: Tenant | null;
  readonly now: Date;
  readonly idempotency: Idempotency | null;
  /** The If-Match header, for operations that change a thing only as the caller last saw it. */
  readonly ifMatch: string | null;
};

/** One request of somebody who is signed in to the dashboard, about the own account. */
export type MemberCall = {
  readonly requestId: string;
  readonly sessionId: string;
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  readonly address: string;
  readonly now: Date;
  readonly idempotency: Idempotency | null;
  /** The If-Match header, for operations that change a thing only as the caller last saw it. */
  readonly ifMatch: string | null;
};

/** One request of somebody not known yet. */
export type OpenCall = {
  readonly requestId: string;
  readonly address: string;
  /** What the browser or program calls itself. */
  readonly agent: string;
  readonly now: Date;
  readonly idempotency: null;
  /** What stands behind `Authorization: Bearer`, unjudged, for machines that know a secret. */
  readonly bearer: string | null;
};

/** One request, whoever calls. */
export type AnyCall = Call | DriverCall | DispatchCall | MemberCall | OpenCall;

/** What the handler of an operation is called with, by who calls it. */
export type CallOf<Id extends OperationId> = Operations[Id] extends { readonly by: 'driver' }
  ? DriverCall
  : Operations[Id] extends { readonly by: 'dispatcher' }
    ? DispatchCall
    : Operations[Id] extends { readonly by: 'member' }
      ? MemberCall
      : Operations[Id] extends { readonly by: 'anyone' }
        ? OpenCall
        : Call;

/** The function behind one operation; a module adds to the context what its operations share. */
export type Handler<Id extends OperationId, Shared extends Context = Context> = (
  input: Input<Operations[Id]>,
  call: CallOf<Id>,
  module: Shared,
) => Promise<AnyReply<ReplyData<Id>>>;

type ReplyData<Id extends OperationId> = Operations[Id] extends { readonly list: true }
  ? readonly Data<Operations[Id]>[]
  : Data<Operations[Id]>;
