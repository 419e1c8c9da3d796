import type {
  Currency,
  ListReference,
  MoneySource,
  NeedKind,
  NeedTone,
  OperationId,
  OverviewToday,
  Scope,
  StartingStep,
} from '@cottontree/contract';
import type { Call } from './call.ts';
import type { Tenant } from './tenant.ts';

/** What an overview asks of every module. */
export type OverviewQuestion = {
  readonly call: Call;
  readonly tenant: Tenant;
  readonly now: Date;
  readonly timeZone: string;
  readonly currency: Currency;
  /** When today began for the merchant. */
  readonly today: Date;
  /** When the first day began of which money is told. */
  readonly since: Date;
  /** Whether the caller has one of the scopes. */
  readonly may: (...scopes: readonly Scope[]) => boolean;
};

/** What a module says to it; what the caller may not read is left out. */
export type OverviewShare = {
  /** Of which sources the money is told, whether or not any came. */
  readonly sources?: readonly MoneySource[];
  readonly money?: readonly MoneyOfDay[];
  readonly needs?: readonly FoundNeed[];
  readonly today?: Partial<OverviewToday>;
  readonly steps?: readonly StepTaken[];
};

/** Money of one day and source in the merchant's currency, minor units; `by_now` is what of it had come by this time of day. */
export type MoneyOfDay = {
  /** YYYY-MM-DD of the merchant's calendar. */
  readonly day: string;
  readonly source: MoneySource;
  readonly amount: bigint;
  readonly by_now: bigint;
};

export type FoundNeed = {
  readonly kind: NeedKind;
  readonly tone: NeedTone;
  readonly count: number;
  readonly amount: bigint | null;
  readonly first: {
    readonly id: string;
    readonly label: string;
    readonly detail: string | null;
    readonly since: Date | null;
  };
  /** As people know them, the first first. */
  readonly names: readonly string[];
  readonly waiting?: number;
  readonly list: Omit<ListReference, 'operation'> & { readonly operation: OperationId };
};

/** A step of a new merchant and what proves it; `seen` is false where the caller may not know. */
export type StepTaken = {
  readonly step: StartingStep;
  readonly operation: OperationId;
  readonly seen: boolean;
  readonly proof: { readonly id: string; readonly at: Date | null } | null;
};

/** A need, where anything was found. */
export function needWhere(isThere: boolean, need: () => FoundNeed): readonly FoundNeed[] {
  return isThere ? [need()] : [];
}

/** The local days from `:since` to `:now` as rows `y`: each with its bounds, and this time of day on it as `until`. So an index is walked once a day, and no row is asked on which day it lies; `:now`, `:since` and `:time_zone` are parameters. */
export const LOCAL_DAYS = `(SELECT to_char(g, 'YYYY-MM-DD') AS day, greatest(g AT TIME ZONE :time_zone::text, :since::timestamptz) AS began,
            least((g + interval '1 day') AT TIME ZONE :time_zone::text, :now::timestamptz + interval '1 microsecond') AS ended,
            (g::date + (:now::timestamptz AT TIME ZONE :time_zone::text)::time) AT TIME ZONE :time_zone::text AS until
          FROM generate_series(date_trunc('day', :since::timestamptz AT TIME ZONE :time_zone::text), :now::timestamptz AT TIME ZONE :time_zone::text, interval '1 day') g) y`;
