import type { FollowedPayment } from '../pay/follow-payment.ts';

/** What the widget reads of an event; amounts are in major units. */
export type SoldEvent = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly organizer: string;
  readonly venue: string | null;
  readonly address: string | null;
  readonly start_date: string;
  readonly doors_open: string | null;
  readonly timezone: string;
  readonly currency: string;
  readonly max_tickets_per_order: number;
  readonly image_url: string | null;
  readonly refund_policy: string | null;
  readonly public_url: string;
  readonly livemode: boolean;
  /** A server of before does not say. */
  readonly obtainable?: 'all' | 'by_code' | 'free';
  readonly ticket_types: readonly SoldType[];
};

export type SoldType = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly kind: string;
  readonly price: number;
  readonly min_price: number | null;
  readonly remaining: number | 'available';
  readonly on_sale: boolean;
  readonly sales_start: string | null;
  readonly sales_end: string | null;
  readonly min_per_order: number;
  readonly max_per_order: number;
  readonly admits: number;
};

export type Order = {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly total: number;
  readonly currency: string;
  readonly expires_at: string | null;
  readonly client_secret: string | null;
  readonly tickets_url: string | null;
  readonly payment?: FollowedPayment | null;
  readonly tickets: readonly {
    readonly id: string;
    readonly code: string;
    readonly ticket_type_id: string;
    readonly ticket_type_name: string;
    readonly order_id: string;
    readonly event_id: string;
    readonly price: number;
    readonly holder: { readonly name: string | null };
  }[];
};
