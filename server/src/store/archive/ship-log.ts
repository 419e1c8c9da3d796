import { rangeName, type LogRange } from './names.ts';
import { readLog, type LogPlace } from './read-log.ts';
import { sealObject, type ArchiveKey } from './seal-object.ts';
import type { ArchiveStorage } from './storage.ts';

export type Shipment = {
  readonly storage: ArchiveStorage;
  readonly key: ArchiveKey;
  readonly log: LogPlace;
  readonly lineage: string;
  readonly writer: number;
  readonly from: bigint;
  readonly to: bigint;
  /** Whatever was committed before is in the log up to `from`, and up to `to`. */
  readonly sinceFrom: Date;
  readonly until: Date;
  /** Told after each object that is stored. */
  readonly onStored: (to: bigint) => Promise<void>;
};

/** What one object holds of the log at most. */
export const RANGE_BYTES = 4n * 1_048_576n;

/** Another data directory writes to the same lineage. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog';
}

/** Sends a stretch of the log, one object after the other. */
export async function shipLog(shipment: Shipment): Promise<void> {
  const { storage, key, log, lineage, writer, to } = shipment;
  for (let at = shipment.from; at < to;) {
    const end = at + RANGE_BYTES < to ? at + RANGE_BYTES : to;
    const range: Omit<LogRange, 'name'> = {
      timeline: log.timeline,
      from: at,
      to: end,
      writer,
      until: end === to ? shipment.until : shipment.sinceFrom,
    };
    const name = rangeName(lineage, range);
    const sealed = await sealObject(key, name, await readLog(log, at, end));
    if ((await storage.put(name, sealed)) === 'other') throw new ForeignLog(name);
    await shipment.onStored(end);
    at = end;
  }
}
