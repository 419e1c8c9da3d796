import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError } from './archive-options.ts';
import { rangeName, segmentName, type LogRange } from './names.ts';
import { openObject, sealObject, type ArchiveKey } from './seal-object.ts';
import type { ArchiveStorage } from './storage.ts';

type Shipment = {
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

type LogPlace = {
  readonly clusterDir: string;
  readonly timeline: number;
  readonly segmentBytes: number;
};

/** The bytes of the log between two positions, which PostgreSQL has synced already: they never change again. */
async function readLog(place: LogPlace, from: bigint, to: bigint): Promise<Buffer> {
  const bytes = Buffer.alloc(Number(to - from));
  const size = BigInt(place.segmentBytes);
  for (let at = from; at < to;) {
    const segment = at / size;
    const end = (segment + 1n) * size < to ? (segment + 1n) * size : to;
    const path = join(place.clusterDir, 'pg_wal', segmentName(place.timeline, segment, place.segmentBytes));
    const file = await open(path);
    try {
      const wanted = {
        offset: Number(at - from),
        length: Number(end - at),
        position: Number(at - segment * size),
      };
      const { bytesRead } = await file.read({ buffer: bytes, ...wanted });
      if (bytesRead !== wanted.length) throw new Error(`${path} is shorter than the log that was synced.`);
    } finally {
      await file.close();
    }
    at = end;
  }
  return bytes;
}
