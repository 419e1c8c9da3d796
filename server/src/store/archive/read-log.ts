import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentName } from './names.ts';

export type LogPlace = {
  readonly clusterDir: string;
  readonly timeline: number;
  readonly segmentBytes: number;
};

/** The bytes of the log between two positions, which PostgreSQL has synced already: they never change again. */
export async function readLog(place: LogPlace, from: bigint, to: bigint): Promise<Buffer> {
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
