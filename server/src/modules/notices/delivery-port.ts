import type { DeliveryStatus } from '@cottontree/contract';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Runner } from '../../store/index.ts';

export type NoticedJobKey = { readonly tenant: Tenant; readonly jobNumber: string };
export type Courier = { readonly id: string; readonly name: string; readonly phone: string };

/** What messages about a delivery are made of. */
export type NoticedJob = {
  readonly tenant: Tenant;
  readonly jobNumber: string;
  readonly kind: string;
  readonly status: DeliveryStatus;
  readonly storeName: string;
  /** Null where the recipient has none. */
  readonly recipientPhone: string | null;
  /** Whether the recipient wants to be told. */
  readonly notifies: boolean;
  /** The recipient's page, which shows the code. */
  readonly link: string;
  readonly way: string;
  /** Cash that the courier still has to collect; null for none. */
  readonly cash: string | null;
  /** Sealed as it stands in the database. */
  readonly deliveryCode: Buffer;
  readonly courier: Courier | null;
  readonly createdAt: Date;
};

/** What came of a code that a courier sent by text message. */
export type TextedCodeOutcome =
  | {
      readonly kind:
        | 'picked_up'
        | 'delivered'
        | 'already'
        | 'locked'
        | 'not_ready'
        | 'not_active'
        | 'not_yours'
        | 'paused';
    }
  | { readonly kind: 'wrong_code'; readonly attemptsLeft: number };

export type TextedCode = {
  readonly from: string;
  readonly jobNumber: string;
  readonly code: string;
  /** The gateway's id of the text. */ readonly textId: string;
};

export type ErasedRecipients = {
  readonly jobNumbers: readonly string[];
  readonly addresses: number;
  /** Those under way, for which nothing was erased. */ readonly active: readonly string[];
};

/** What notices ask of whoever keeps the deliveries; handed in by main, so that neither module knows the other. */
export type DeliveryPort = {
  /** The jobs of the keys that are there, in no order. */
  readonly describe: (runner: Runner, keys: readonly NoticedJobKey[]) => Promise<readonly NoticedJob[]>;
  /** A page that shows where a parcel is, and no code. */
  readonly viewLink: (jobNumber: string) => string;
  readonly courier: (runner: Runner, ids: readonly string[]) => Promise<readonly Courier[]>;
  /** Jobs under way to a recipient's phone, newest first. */
  readonly activeFor: (
    phone: string,
  ) => Promise<readonly Pick<NoticedJob, 'jobNumber' | 'storeName' | 'status' | 'link'>[]>;
  readonly verifyByText: (given: TextedCode) => Promise<TextedCodeOutcome>;
  /** Tenants whose codes are not checked for the rest of an hour, and since which hour. */
  readonly pausedVerification: (
    since: Date,
  ) => Promise<readonly { readonly tenant: Tenant; readonly hour: Date; readonly failures: number }[]>;
  readonly eraseRecipient: (runner: Runner, tenant: Tenant, phone: string) => Promise<ErasedRecipients>;
  /** Forgets recipients of what ended before; answers how many rows it erased, at most a batch. */
  readonly eraseEndedBefore: (before: Date) => Promise<number>;
  /** In E.164, or null when no such number exists; without a country as dialled in Sierra Leone. */
  readonly readPhone: (text: string, country?: string) => string | null;
  readonly maskPhone: (phone: string) => string;
};

/** What notices ask of whoever keeps the keys. */
export type KeyPort = {
  /** Secret keys that came from web pages, and when last. */
  readonly exposedKeys: (
    since: Date,
  ) => Promise<readonly { readonly tenant: Tenant; readonly keyId: string; readonly at: Date }[]>;
};
