/** What a steward does. */
export type DoorAct =
  | {
      readonly what: 'scan';
      readonly code: string;
      /** A supervisor lets in against a refusal. */ readonly isForced: boolean;
    }
  /** Takes the last entry back that may be. */
  | { readonly what: 'undo' };

/** What the whole screen said; null: that nothing was kept. */
export type DoorDone = {
  readonly result: 'admitted' | 'exited' | 'rejected';
  readonly refusal: string | null;
  /** Of the scans that were noted here. */
  readonly nonces: readonly string[];
  readonly isOffline: boolean;
};

/** What became of taking one back: nothing was there, it is done, or the server was not reached. */
export type DoorUndone = { readonly nonce: string | null; readonly isDone: boolean };
