import type { Chance } from './seed.ts';
import type { TestService } from './service.ts';
import type { ToolPage } from './tool-page.ts';

/** A tool that works without a network, as `promises/outages.test.ts` drives it. */
export type OutageTool = {
  readonly name: string;
  /** Its driver, below `web/`: puts `tool` with open, act, state, sendNow, takeOver, toSee and markSeen into globalThis. */
  readonly driver: string;
  /** Makes what it works for on the server; `config` is what the driver's `open` is given. */
  readonly prepare: (service: TestService) => Promise<{ readonly config: object; readonly day: ToolDay }>;
};

/** What people do with it, and what must be true of it then. */
export type ToolDay = {
  /** Before each outage, while all is well: gets what people will work on. */
  readonly ready: (page: ToolPage, chance: Chance) => Promise<void>;
  /** One act of a person, through the tool's own outbox; books only what was confirmed. */
  readonly act: (page: ToolPage, chance: Chance) => Promise<void>;
  /** Somebody else makes the server differ from what the tool believes: what it hands in then must be shown as a conflict. */
  readonly differ: () => Promise<void>;
  /** Ends what can be ended, and compares it: a drawer's Z report, the cash in a courier's hand. */
  readonly endOfDay: (page: ToolPage) => Promise<void>;
  /** Compares all that was confirmed with what the server has; answers figures for people. */
  readonly expectExact: () => Promise<string>;
};

/** What a tool shows of what the server refused or knew better. */
export type Shown<Body> = {
  readonly client_id: string;
  readonly kind: string;
  readonly body: Body;
};
