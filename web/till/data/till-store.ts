import type {
  CancelSaleBody,
  CashReport,
  CreateSaleBody,
  DrawerEntryIn,
  PaySaleBody,
  RefundSaleBody,
  SyncedSaleIn,
  TillStaff,
} from '@cottontree/contract';
import { deleteDB, unwrap, type IDBPDatabase } from 'idb';
import { addOutboxStores, type OutboxSchema } from '../../outbox/stores.ts';
import { openKept } from '../../tools/open-kept.ts';
import type { Cart, Payment } from '../cart/cart.ts';
import type { Counted } from '../day/counted.ts';
import type { Tally } from '../day/tally.ts';

/** A sale that somebody comes back for. */
export type ParkedSale = {
  readonly id: string;
  readonly cart: Cart;
  readonly name: string;
  readonly totalMinor: number;
  readonly parkedAt: string;
  /** Where some of it is paid or being asked for. */ readonly split?: KeptSplit;
};

/** What the server was asked to do with a sale that is paid in parts, and by which key it is asked again. */
export type SplitAct =
  | { readonly kind: 'begin'; readonly key: string; readonly body: CreateSaleBody }
  | { readonly kind: 'pay'; readonly key: string; readonly body: PaySaleBody }
  | { readonly kind: 'cancel'; readonly key: string; readonly body: CancelSaleBody };

/** How far the paying in parts is; `saleId` is null until the server has answered, `act` where it has. */
export type KeptSplit = {
  readonly saleId: string | null;
  readonly act: SplitAct | null;
  /** What of it counts in this till's drawer; left out: nothing, or an older till kept it. */
  readonly cashMinor?: number;
};

/** All of a sale that a customer was asked for; `saleId` is null until the server has answered. */
export type KeptAsked = {
  readonly channel: 'qr' | 'mobile_money';
  readonly body: CreateSaleBody;
  readonly saleId: string | null;
};

/** What the server was asked to take back of a sale, until it is known what came of it. */
export type KeptBack = {
  readonly saleId: string;
  readonly saleClientId: string | null;
  /** As the receipt has it. */ readonly number: string;
  /** What goes back, as the cashier was told. */ readonly minor: number;
  /** How much of each line has come back by then, in thousandths. */
  readonly refunded: NonNullable<MadeSale['refunded']>;
  /** Who asked for it. */ readonly staffId: string;
  readonly act: { readonly kind: 'refund'; readonly body: RefundSaleBody } | { readonly kind: 'void' };
};

/** Who is at the till, as a reload finds it; a token is null where the PIN was checked here. */
export type KeptSession = {
  readonly staffId: string;
  readonly name: string;
  readonly token: string | null;
};

export type KeptDrawer = {
  readonly id: string;
  readonly openedAt: string;
  /** What should be in it; left out: only the server knows. */ readonly tally?: Tally;
};

/** What was counted of a drawer that is not closed yet. */
export type KeptCount = { readonly drawerId: string; readonly counted: Counted };

/** A sale as this till made it, for its receipt and for whoever asks about it. */
export type MadeSale = {
  readonly clientId: string;
  readonly number: string;
  readonly cart: Cart;
  readonly payments: readonly Payment[];
  readonly totalMinor: number;
  readonly staffName: string;
  readonly occurredAt: string;
  /** How much of each line came back here, in thousandths, by its number from 1; left out: nothing. */
  readonly refunded?: Readonly<Record<number, number>>;
};

/** Which till of which shop keeps this here. */
export type TillOf = { readonly publicKey: string; readonly storeName: string; readonly name: string };

/** How many, and when the last was, by the till's clock. */
type WrongPins = Readonly<Record<string, { readonly count: number; readonly atMs: number }>>;

type Notes = {
  readonly cart: Cart;
  readonly split: KeptSplit | null;
  readonly asked: KeptAsked | null;
  readonly backs: readonly KeptBack[];
  readonly session: KeptSession | null;
  readonly staff: TillStaff;
  /** Wrong PINs that were typed without a network, by member of staff. */ readonly wrongPins: WrongPins;
  readonly drawer: KeptDrawer | null;
  readonly counted: KeptCount | null;
  /** How often each product was sold here, by its id. */ readonly sold: Readonly<Record<string, number>>;
  /** Of the last receipt. */ readonly receiptSeq: number;
  /** After how many minutes without a touch the till asks for a PIN; 0: never. */ readonly lockAfter: number;
  /** Whose till this is, for when the device is another. */ readonly of: TillOf;
  /** Of a drawer that was counted without network; nobody has taken it yet. */ readonly arrivedZ: CashReport | null;
};

export interface TillSchema extends OutboxSchema {
  readonly notes: { readonly key: string; readonly value: Notes[keyof Notes] };
  readonly parked: { readonly key: string; readonly value: ParkedSale };
  readonly sales: {
    readonly key: string;
    readonly value: MadeSale;
    readonly indexes: { readonly at: string };
  };
}

/** What the till hands in when there is a network. */
export type TillKinds = {
  readonly sale: SyncedSaleIn;
  readonly drawer: DrawerEntry;
  /** As tills of before kept it; what is unsent of them outlasts an update. */ readonly movement: CashMove;
};

/** What happened at the drawer. */
export type DrawerEntry = DrawerEntryIn;

/** Cash that was put in or taken out. */
export type CashMove = {
  readonly cash_session_id: string;
  readonly body: {
    readonly client_id: string;
    readonly type: 'pay_in' | 'pay_out' | 'drop' | 'no_sale';
    readonly amount?: number;
    readonly reason?: string;
    readonly staff_id: string;
    readonly occurred_at: string;
  };
};

export type TillDatabase = IDBPDatabase<TillSchema>;

const PREFIX = 'cottontree-till-';
/** Its catalogue has a database of its own, whose name goes on in another way. */
const KEPT = `${PREFIX}trm_`;

/** All that one till keeps, what it has to send included: a sale and its sending are written together. */
export function openTillDatabase(terminalId: string): Promise<TillDatabase> {
  return openKept<TillSchema>({
    name: `${PREFIX}${terminalId}`,
    version: 1,
    upgrade(db, from) {
      if (from > 0) return;
      addOutboxStores(unwrap(db));
      db.createObjectStore('notes');
      db.createObjectStore('parked', { keyPath: 'id' });
      db.createObjectStore('sales', { keyPath: 'clientId' }).createIndex('at', 'occurredAt');
    },
  });
}

/** Tills of which this browser keeps anything; none where it does not tell. */
export async function keptTills(): Promise<readonly string[]> {
  const found = (await indexedDB.databases?.().catch(() => [])) ?? [];
  return found.flatMap(({ name = '' }) => (name.startsWith(KEPT) ? [name.slice(PREFIX.length)] : []));
}

/** Takes all that a till kept off this device, its catalogue too. */
export async function dropTill(terminalId: string): Promise<void> {
  const names = [`cottontree-till-catalogue-${terminalId}`, `${PREFIX}${terminalId}`];
  await Promise.all(names.map((name) => deleteDB(name)));
}

/** Does something with what a till keeps that is not open here. */
export async function inTill<Result>(
  terminalId: string,
  work: (kept: TillDatabase) => Promise<Result>,
): Promise<Result> {
  const kept = await openTillDatabase(terminalId);
  try {
    return await work(kept);
  } finally {
    kept.close();
  }
}

export async function readNote<K extends keyof Notes>(
  db: TillDatabase,
  name: K,
): Promise<Notes[K] | undefined> {
  return (await db.get('notes', name)) as Notes[K] | undefined;
}

export async function writeNote<K extends keyof Notes>(
  db: TillDatabase,
  name: K,
  value: Notes[K],
): Promise<void> {
  await db.put('notes', value, name);
}

/** The newest sales of this till. */
export async function newestSales(db: TillDatabase, most: number): Promise<readonly MadeSale[]> {
  const found: MadeSale[] = [];
  let cursor = await db.transaction('sales').store.index('at').openCursor(null, 'prev');
  while (cursor && found.length < most) {
    found.push(cursor.value);
    cursor = await cursor.continue();
  }
  return found;
}
