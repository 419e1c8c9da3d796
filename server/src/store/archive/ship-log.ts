import { ArchiveError } from './archive-options.ts';
import { rangeName, type LogRange } from './names.ts';
import { readLog, type LogPlace } from './read-log.ts';
import { openObject, sealObject, type ArchiveKey } from './seal-object.ts';
import type { ArchiveStorage } from './storage.ts';

export type Shipment = {
  readonly storage: ArchiveStorage;
  readonly key: ArchiveKey;
  readonly log: LogPlace;
  readonly lineage: string;
  readonly writer: number;
  readonly from: bigint;
  readonly to: bigint;
  /** Before when all that was committed is in the log up to a position. */
  readonly untilAt: (position: bigint) => Date;
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
      until: shipment.untilAt(end),
    };
    const name = rangeName(lineage, range);
    const plain = await readLog(log, at, end);
    const stored = await storage.put(name, await sealObject(key, name, plain));
    if (stored === 'other' && !(await isAlike(shipment, name, plain))) throw new ForeignLog(name);
    await shipment.onStored(end);
    at = end;
  }
}

/** What was stored without our hearing of it is sealed anew when it is sent again, and holds the same. */
async function isAlike({ storage, key }: Shipment, name: string, plain: Buffer): Promise<boolean> {
  const found = await storage.get(name);
  return openObject(key, name, found).then(
    (opened) => opened.equals(plain),
    (error: unknown) => {
      if (error instanceof ArchiveError) return false;
      throw error;
    },
  );
}
