import type { OperationId } from '@cottontree/contract';
import type { Caller } from '../call/call.ts';
import type { MemberSession } from '../call/session.ts';

/** What one finished request leaves behind. */
export type FinishedRequest = {
  readonly requestId: string;
  readonly operation: OperationId;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
  readonly caller: Caller;
  /** What was sent and answered, unmasked: whoever keeps it masks it first. */
  readonly exchanged: Exchanged;
};

type Exchanged = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** `data` of a success or `error` of a refusal; undefined where neither was JSON. */
  readonly answer: unknown;
};

/** Something that somebody is about to do. */
export type BegunAct = {
  readonly operation: OperationId;
  readonly requestId: string;
  /** A merchant's caller, or a person about the own account. */
  readonly by: Caller | MemberSession;
  readonly address: string;
  /** What its User-Agent says. */
  readonly agent: string;
  /** Of the path. */
  readonly params: unknown;
};

/** How it ended: `undone` where nothing came of it, `unknown` where nobody can tell. */
type ActEnd = { readonly outcome: 'done'; readonly answer: unknown } | { readonly outcome: 'undone' };

/** Ends an act that was noted; never throws: what is not ended stays as one of which nobody knows. */
type EndAct = (end: ActEnd) => Promise<void>;

/** Notes an act before it is done, so that none is done which nobody wrote down; null where it is not for the list. */
export type NoteAct = (act: BegunAct) => Promise<EndAct | null>;
