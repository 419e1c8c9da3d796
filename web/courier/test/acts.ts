import type { SyncEvent } from '@cottontree/contract';

/** What a courier does. */
export type CourierAct =
  | {
      readonly what: 'step';
      readonly jobNumber: string;
      readonly step: Omit<SyncEvent, 'client_id' | 'occurred_at' | 'job_number'>;
    }
  /** Hands in all cash that is held. */
  | { readonly what: 'hand-in' };

/** What was confirmed; null: the courier was told that nothing was kept. */
export type CourierDone = { readonly clientId: string; readonly jobNumbers: readonly string[] };
