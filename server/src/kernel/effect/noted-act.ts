import type { OperationId } from '@cottontree/contract';
import type { Caller } from '../call/call.ts';
import type { MemberSession } from '../call/session.ts';

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
export type ActEnd = { readonly outcome: 'done'; readonly answer: unknown } | { readonly outcome: 'undone' };

/** Ends an act that was noted; never throws: what is not ended stays as one of which nobody knows. */
export type EndAct = (end: ActEnd) => Promise<void>;

/** Notes an act before it is done, so that none is done which nobody wrote down; null where it is not for the list. */
export type NoteAct = (act: BegunAct) => Promise<EndAct | null>;
