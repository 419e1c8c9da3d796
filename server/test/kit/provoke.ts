import type { OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from './probe.ts';
import type { TestMerchant, TestService } from './service.ts';

/** Brings a refusal about, and tells what was answered. */
export type Provoke = () => Promise<Seen>;
/** How each refusal of one operation comes about, by its code. */
export type Refusals = Readonly<Record<string, Provoke>>;
export type Provocations = Readonly<Partial<Record<OperationId, Refusals>>>;

/** Where refusals are provoked. */
export type ProvokeStage = {
  readonly service: TestService;
  readonly shop: TestMerchant;
  /** A live key of the shop, which `ask` uses in test mode. */
  readonly liveKey: string;
  readonly ask: (id: OperationId, input?: ProbeInput) => Promise<Seen>;
};
