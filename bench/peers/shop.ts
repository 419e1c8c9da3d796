import type { Visit } from '../parts/visits.ts';

/** A shop that is open, with 20 products and plenty of each, and what one client does there. */
export type Shop = {
  readonly port: number;
  readonly pid: number;
  /** Reads the first 20 products with their variants and prices. */
  readonly list: (visit: Visit) => Promise<boolean>;
  /** From nothing to a sale that is placed and paid; false where the shop could not keep up and refused it. */
  readonly sell: (visit: Visit, client: number) => Promise<boolean>;
  /** How many sales stand in its database as placed and paid. */
  readonly sold: () => Promise<number>;
};

/** A program of others that sells, in the version that is measured. */
export type Peer = {
  readonly name: string;
  /** How it lists, and how it sells: for the reader of the figures. */
  readonly listing: string;
  readonly selling: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** What stands in its folder beside its packages, by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly open: (place: Place) => Promise<Shop & AsyncDisposable>;
};

/** Where a peer is installed, and the database of its own, which is empty. */
export type Place = {
  readonly folder: string;
  readonly database: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
};
