import type { OperationId } from '@cottontree/contract';
import type { FakeProvider } from '../fake-providers/fake-provider.ts';
import type { ProbeInput } from '../probe.ts';
import type { TestMerchant, TestService } from '../service.ts';

/** A request that has an effect, and how it may be sent again. */
export type Repeatable = {
  /** Makes a request that has an effect, anew for every case. */
  readonly request: () => Promise<ProbeInput>;
  /** The same operation where somebody outside takes part of it, who has the money or sends it: each by what it is about. */
  readonly outside?: Readonly<Record<string, () => Promise<ProbeInput>>>;
  /** Another body, which the same key must not be used for; left out where there is no body, or no other is taken. */
  readonly other?: object;
  /** How many are sent at once, where each costs something that is limited; else 64. */
  readonly atOnce?: number;
  /** Why nothing is remembered of it: said again it changes nothing, whatever its key, and is answered as things are. */
  readonly settled?: string;
  /** Why the service, left to go on, does what the request would stop: it is repeated before that. */
  readonly outrun?: string;
};

/** Where the requests are made. */
export type RepeatStage = {
  readonly service: TestService;
  readonly shop: TestMerchant;
  /** Another shop, with nothing in it. */
  readonly newShop: () => Promise<TestMerchant>;
  /** A bank that is no part of ours. */
  readonly bank: FakeProvider;
};

export type Repeatables = Readonly<Partial<Record<OperationId, Repeatable>>>;
