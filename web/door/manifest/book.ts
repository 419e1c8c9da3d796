import type { ScanManifest } from '@cottontree/contract';
import type { ManifestHead } from './judge-ticket.ts';
import { readRecords, type TicketRecord } from './records.ts';
import type { Salt } from './verify-code.ts';

/** What a manifest tells beside its tickets, as it is kept. */
export type KeptHead = ManifestHead & {
  /** Every way in which typed codes were hashed so far. */
  readonly salts: readonly Salt[];
  /** False while parts of the first manifest are still to come. */
  readonly isWhole: boolean;
};

/** All tickets of the event, as this phone knows them. */
export type Book = {
  readonly size: () => number;
  readonly find: (hash: string) => TicketRecord | null;
  readonly findTyped: (names: readonly string[]) => TicketRecord | null;
  readonly put: (records: readonly TicketRecord[]) => void;
  readonly clear: () => void;
  readonly all: () => Iterable<TicketRecord>;
};

export function createBook(): Book {
  const byHash = new Map<string, TicketRecord>();
  const byName = new Map<string, string>();
  const put = (record: TicketRecord): void => {
    const before = byHash.get(record.hash);
    // A ticket that was handed on has another typed code; the one before opens nothing from then on.
    if (before) for (const name of before.names) byName.delete(name);
    byHash.set(record.hash, record);
    for (const name of record.names) byName.set(name, record.hash);
  };
  return {
    size: () => byHash.size,
    find: (hash) => byHash.get(hash) ?? null,
    findTyped(names) {
      const name = names.find((one) => byName.has(one));
      return byHash.get(byName.get(name ?? '') ?? '') ?? null;
    },
    put: (records) => records.forEach(put),
    clear() {
      byHash.clear();
      byName.clear();
    },
    all: () => byHash.values(),
  };
}

/** The next head, and the records to put behind it: a record that comes without typed codes keeps those it had under the same epoch. */
export function takeManifest(
  before: { readonly head: KeptHead | null; readonly book: Book },
  answer: ScanManifest,
): { readonly head: KeptHead; readonly records: readonly TicketRecord[] } {
  const { event, keys, ticket_types, gates, policy, generated_at, expires_at, cursor } = answer;
  const kept = answer.full ? [] : (before.head?.salts ?? []);
  const { typed_codes: typed } = answer;
  const isNew = typed !== undefined && !kept.some(({ salt }) => salt === typed.salt);
  const salts = isNew ? [...kept, saltOf(typed)] : kept;
  const records = readRecords(answer).map((record) => {
    const known = answer.full ? null : before.book.find(record.hash);
    const stays = record.names.length === 0 && known?.epoch === record.epoch;
    return stays ? { ...record, names: known.names } : record;
  });
  const isWhole = !answer.has_more || (!answer.full && before.head?.isWhole === true);
  return {
    head: { event, keys, ticket_types, gates, policy, generated_at, expires_at, cursor, salts, isWhole },
    records,
  };
}

function saltOf({ kdf, iterations, peppers, salt }: Salt): Salt {
  return { kdf, iterations, peppers, salt };
}
