import type { Data, Operations } from '@cottontree/contract';

/** One event, as the API tells it. */
export type EventData = Data<Operations['getEvent']>;
export type TicketTypeData = EventData['ticket_types'][number];
export type PoolData = EventData['pools'][number];
/** An order with its payment, tickets and refunds. */
export type OrderData = Data<Operations['getTicketOrder']>;
export type TicketData = Data<Operations['getTicket']>;
export type DoorData = Data<Operations['getScanStats']>;
export type ScanData = Data<Operations['listScans']>;

export type EventProps = { readonly event: EventData };
/** What every dialog about an event is given. */
export type EventDialogProps = EventProps & { readonly etag: string | null; readonly close: () => void };
