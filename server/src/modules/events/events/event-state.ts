import type {
  Currency,
  EventStatus,
  ReEntry,
  ScanPolicy,
  TicketTypeKind,
  TicketTypeStatus,
} from '@cottontree/contract';
import type { JsonObject } from '../../../store/index.ts';

/** How much of something there is and how much is gone. */
export type Stock<Capacity> = { readonly capacity: Capacity; readonly held: number; readonly sold: number };

export type TicketTypeState = Stock<number> & {
  readonly id: string;
  /** Its place in the event's list for ever. */
  readonly typeIndex: number;
  readonly status: TicketTypeStatus;
  readonly name: string;
  readonly description: string | null;
  readonly kind: TicketTypeKind;
  readonly price: bigint;
  readonly minPrice: bigint | null;
  readonly salesStart: Date | null;
  readonly salesEnd: Date | null;
  readonly minPerOrder: number;
  readonly maxPerOrder: number | null;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  readonly admits: number;
  readonly gates: readonly string[] | null;
  /** What a steward does with who has such a ticket. */
  readonly doorNote: string | null;
  readonly position: number;
  readonly poolIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type PoolState = Stock<number> & {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
};

/** An event with all that is sold of it, as it was read or as it is to be. */
export type EventState = Stock<number | null> & {
  readonly id: string;
  readonly livemode: boolean;
  /** Rises with every change; 0 before the first. */
  readonly version: number;
  /** The last message's number. */
  readonly sequence: number;
  readonly status: EventStatus;
  readonly name: string;
  readonly description: string | null;
  readonly venue: string | null;
  readonly address: string | null;
  readonly startDate: Date;
  readonly endDate: Date;
  readonly timeZone: string;
  readonly currency: Currency;
  readonly maxTicketsPerOrder: number;
  readonly holdMinutes: number;
  readonly salesStart: Date | null;
  readonly salesEnd: Date | null;
  readonly doorsOpen: Date | null;
  readonly imageUrl: string | null;
  readonly refundPolicy: string | null;
  readonly reEntry: ReEntry;
  readonly scanPolicy: ScanPolicy;
  readonly metadata: JsonObject;
  readonly attendeesToNotify: boolean;
  readonly publishedAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly cancelReason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly types: readonly TicketTypeState[];
  /** The place that the next new type gets. */
  readonly nextTypeIndex: number;
  readonly pools: readonly PoolState[];
};

/** What is left of something that has a bound. */
export function remainingOf({ capacity, held, sold }: Stock<number>): number {
  return Math.max(0, capacity - held - sold);
}
