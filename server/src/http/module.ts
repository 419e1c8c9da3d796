import type { Operation, OperationId } from '@cottontree/contract';
import type { FastifyInstance } from 'fastify';
import type { AnyCall, Caller } from '../kernel/call/call.ts';
import type { FinishedRequest, NoteAct } from '../kernel/effect/finished-request.ts';
import type { Places } from '../kernel/running/places.ts';
import type { PageSet, RawRoute } from '../kernel/call/page-route.ts';
import type { Tracer } from '../kernel/running/trace.ts';
import type { Logger } from '../kernel/running/logger.ts';
import type { AnyReply } from '../kernel/call/reply.ts';
import type { MemberSession, Session } from '../kernel/call/session.ts';
import type { Tenant } from '../kernel/call/tenant.ts';
import type { LoadShedder, TurnSharing } from './shed-load.ts';
import type { Metrics, RouteList } from './metrics.ts';
import type { EventStreams } from './event-streams.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { SharedAnswers } from './shared-answers.ts';
import type { LoopWatch } from './watch-event-loop.ts';

export type AnyHandler = (input: never, call: AnyCall) => Promise<AnyReply<unknown>>;

export type HttpOptions = {
  readonly handlers: Readonly<Record<OperationId, AnyHandler>>;
  /** The caller behind a key, or null; throws when it cannot be told. */
  readonly authenticate: (key: string) => Promise<Caller | null>;
  /** Who stands behind a session's token, or null; throws when it cannot be told. */
  readonly findSession: (token: string) => Promise<Session | null>;
  /** A signed-in person as the caller of a merchant's operations in a mode; null for who does not belong to it. */
  readonly findMember: (session: MemberSession, tenant: Tenant) => Promise<Caller | null>;
  readonly record: (request: FinishedRequest) => void;
  /** Notes who does something before it is done. */
  readonly noteAct: NoteAct;
  readonly newRequestId: () => string;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  /** Follows requests through this process. */
  readonly tracer: Tracer;
  readonly log: Logger;
  readonly logsRequests: boolean;
  readonly trustedProxies: readonly string[];
  readonly publicUrl: () => string;
  /** Throws while nothing of the tenant may be written. */
  readonly refuseWrite: (tenant: Tenant) => void;
  /** Whether what is written finds room. */
  readonly hasRoom: () => boolean;
  readonly isReady: () => Promise<boolean>;
  readonly pages: PageSet;
  /** An event loop that lags refuses nothing. */
  readonly toleratesLag?: boolean;
  /** What machines without a key call. */
  readonly rawRoutes: readonly RawRoute[];
};

/** The HTTP server with what stands behind it. */
export type HttpServer = {
  readonly app: FastifyInstance;
  readonly metrics: Metrics;
  readonly watch: LoopWatch;
  readonly rateLimiter: RateLimiter;
  readonly shedder: LoadShedder;
  /** Where answers that are made together wait to be sent. */
  readonly answering: TurnSharing;
  readonly routes: RouteList;
  readonly streams: EventStreams;
  readonly sharedAnswers: SharedAnswers;
  /** Requests that wait for something to happen. */
  readonly waiting: Places;
  /** Ends every connection after its answer, then stops listening. */
  readonly close: () => Promise<void>;
};

/** One operation with all that the server needs for it. */
export type OperationRoute = HttpOptions & { readonly operation: Operation };
