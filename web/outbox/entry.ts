/** queued and sending are not sent yet; acked is with the server for good; rejected and conflict wait until somebody has seen them. */
export type EntryStatus = 'queued' | 'sending' | 'acked' | 'rejected' | 'conflict';

/** What a person did, as it is kept until the server has it. */
export type Entry<Kind extends string = string, Body = unknown> = {
  /** UUIDv7; by it the server knows what comes a second time. */
  readonly client_id: string;
  /** Its place: entries are sent in this order. */
  readonly seq: number;
  readonly kind: Kind;
  /** What is sent, never changed after it was added. */
  readonly body: Body;
  /** Hex, of the body's JSON text. */
  readonly sha256: string;
  /** When it was done, by the clock that the server puts right; never before the entry before it. UTC, with milliseconds. */
  readonly occurred_at: string;
  readonly status: EntryStatus;
  /** How often it was sent. */
  readonly tries: number;
  /** When it was acked, rejected or told as a conflict; null: not yet. UTC. */
  readonly settled_at: string | null;
  /** When somebody saw the refusal or the conflict; null: nobody did. UTC. */
  readonly seen_at: string | null;
  /** What the server said of it, as `send` handed it on; null: nothing. */
  readonly answer: unknown;
};

/** The kinds of entries that a tool has, each with its body: `{ sale: SaleBody; refund: RefundBody }`. */
export type Kinds = Readonly<Record<string, unknown>>;

/** An entry of any of the kinds, told apart by `kind`. */
export type EntryOf<K extends Kinds> = { [Kind in keyof K & string]: Entry<Kind, K[Kind]> }[keyof K & string];

/** What a body may need to know of its own entry: a receipt's number, the id that the server is to know it by. */
export type EntryHead = Pick<Entry, 'client_id' | 'seq' | 'occurred_at'>;

/** Something to keep and send. */
export type NewEntry<K extends Kinds> = {
  [Kind in keyof K & string]: {
    readonly kind: Kind;
    readonly body: K[Kind] | ((head: EntryHead) => K[Kind]);
    /** The server has it already, and answered this: it is kept only for a server that loses it. Left out: it is to be sent. */
    readonly acked?: { readonly answer: unknown };
  };
}[keyof K & string];

/** What the server made of an entry. It counts for the entry with this id AND this hash, and for no other. */
export type Verdict = {
  readonly client_id: string;
  /** Of what was sent: `entry.sha256`. */
  readonly sha256: string;
  /** acked: the server has it, now or from before. conflict: it has it, and something about it has to be seen. rejected: it does not take it. */
  readonly outcome: 'acked' | 'rejected' | 'conflict';
  /** What to keep and show of it: ids, flags, a reason. */
  readonly answer?: unknown;
};

/** The text that is hashed. What JSON does not hold is gone from what is kept, too. */
export function textOf(body: unknown): string {
  return JSON.stringify(body) ?? 'null';
}

export const UNSENT: ReadonlySet<EntryStatus> = new Set(['queued', 'sending']);
export const TO_SEE: ReadonlySet<EntryStatus> = new Set(['rejected', 'conflict']);
