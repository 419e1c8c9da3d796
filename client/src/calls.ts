import type { Data, Input, ListMeta, Operation, OperationId, Operations } from '@cottontree/contract';

type Nothing = Record<never, never>;

/** A part of a call: absent where the operation has none, optional where it may be left out. */
type Part<O extends Operation, K extends 'params' | 'query' | 'body'> = O extends {
  readonly [P in K]: object;
}
  ? Nothing extends LeftOut<O, K>
    ? { readonly [P in K]?: Input<O>[K] }
    : { readonly [P in K]: Input<O>[K] }
  : { readonly [P in K]?: never };

type LeftOut<O extends Operation, K extends 'params' | 'query' | 'body'> = K extends 'body'
  ? O extends { readonly bodyOptional: true }
    ? Nothing
    : { readonly body: true }
  : Input<O>[K];

export type CallOptions = {
  /** Of a POST that writes; a random one by default, the same for every retry of the call. */
  readonly idempotencyKey?: string;
  /** ETag of what the caller last read, for changes that must not overwrite others' changes. */
  readonly ifMatch?: string;
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
};

/** By operation, each worked out once: an index into it costs the compiler far less than working it out for all that an id may be. */
type Calls = {
  readonly [Id in OperationId]: Part<Operations[Id], 'params'> &
    Part<Operations[Id], 'query'> &
    Part<Operations[Id], 'body'> &
    CallOptions;
};

/** What one call of an operation takes. */
export type Call<Id extends OperationId> = Calls[Id];

/** A success: `data` and what its headers tell. */
export type Answer<T> = {
  readonly data: T;
  readonly status: number;
  readonly requestId: string | null;
  /** Whether this is the first answer again, to a repeated Idempotency-Key. */
  readonly replayed: boolean;
  readonly etag: string | null;
};

/** A page of a list. */
export type ListAnswer<T> = Answer<readonly T[]> & { readonly meta: ListMeta };

type AnswerTo<O extends Operation> = O extends { readonly list: true }
  ? ListAnswer<Data<O>>
  : Answer<
      O extends { readonly binary: object }
        ? Blob
        : O extends { readonly files: NonNullable<Operation['files']> }
          ? Data<O> | Blob
          : Data<O>
    >;
type Answers = { readonly [Id in OperationId]: AnswerTo<Operations[Id]> };

/** A file comes as a Blob, which knows its type; also where the query asks for one instead of the usual answer. */
export type AnswerOf<Id extends OperationId> = Answers[Id];

/** Operations that answer page by page. */
export type ListId = {
  [Id in OperationId]: Operations[Id] extends { readonly list: true } ? Id : never;
}[OperationId];

type Method<Id extends OperationId> =
  Nothing extends Call<Id>
    ? (call?: Call<Id>) => Promise<AnswerOf<Id>>
    : (call: Call<Id>) => Promise<AnswerOf<Id>>;

/** One method for each operation, and `each` to walk a whole list. */
export type Client = { readonly [Id in OperationId]: Method<Id> } & {
  /** Every item of a list, page after page, by cursor where the list has one. */
  readonly each: <Id extends ListId>(
    id: Id,
    call?: Call<Id>,
  ) => AsyncGenerator<Data<Operations[Id]>, void, undefined>;
};

/** A call with its types forgotten, as the core handles it. */
export type AnyCall = CallOptions & {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};
