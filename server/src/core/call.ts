import type { Data, Input, OperationId, Operations, Scope } from '@cottontree/contract';
import type { Context } from './context.ts';
import type { Reply } from './reply.ts';
import type { Tenant } from './tenant.ts';

/** The merchant as every request needs it. */
export type MerchantProfile = {
  readonly id: string;
  readonly name: string;
  readonly storeName: string;
  readonly country: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly status: 'active' | 'suspended';
  readonly readsPerSecond: number;
  readonly writesPerSecond: number;
};

/** An authenticated key: who calls, in which mode, and what the key may do. */
export type Caller = {
  readonly keyId: string;
  readonly kind: 'secret' | 'public';
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
  readonly idempotency: { readonly key: string; readonly hash: Buffer } | null;
  /** The If-Match header, for operations that change a thing only as the caller last saw it. */
  readonly ifMatch: string | null;
};

/** The function behind one operation; a room adds to the context what its operations share. */
export type Handler<Id extends OperationId, Room extends Context = Context> = (
  input: Input<Operations[Id]>,
  call: Call,
  room: Room,
) => Promise<Reply<ReplyData<Id>>>;

type ReplyData<Id extends OperationId> = Operations[Id] extends { readonly list: true } ? readonly Data<Operations[Id]>[] : Data<Operations[Id]>;
