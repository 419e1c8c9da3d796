import type { DistanceSource } from '@cottontree/contract';

/** What a fee was made from beside the request's own fields: what the card, the map and the clock said at that moment. */
export type PriceBasis = {
  readonly pickupAt: Date;
  /** Tenths of a kilometre. */
  readonly tenths: number;
  readonly source: DistanceSource;
  /** The entry of the card's matrix that the way has. */
  readonly pairKey: string | null;
  /** What the delivery zone asked for as its base; null: what the card said. */
  readonly zoneBaseFee: bigint | null;
  /** Which job of its batch it was. */
  readonly batchPlace: number;
};
