import { OIDS, type ScalarName } from './types.ts';

/** What has no binary form here; its arrays travel as text. */
type Written = Exclude<ScalarName, 'numeric'>;

const WIDTHS: Readonly<Partial<Record<ScalarName, number>>> = {
  bool: 1,
  int2: 2,
  int4: 4,
  int8: 8,
  float8: 8,
  timestamptz: 8,
};
/** Dimensions, whether there are nulls, the type; of the one dimension its length and where it begins. */
const HEAD_BYTES = 20;
const EMPTY_BYTES = 12;
const LENGTH_BYTES = 4;
/** UTF-8 takes at most so many for each unit of a string. */
const BYTES_A_UNIT = 3;
/** PostgreSQL counts from 2000, in microseconds. */
const EPOCH_MS = 946_684_800_000;
const MICROSECONDS = 1_000;

/**
 * A one-dimensional array in PostgreSQL's binary form (array_recv), which neither side has to take apart by letters. Null
 * elements are kept; moments have the precision of a `Date`. Throws for a number that its type cannot hold.
 */
export function arrayInBinary(values: readonly unknown[], type: Written): Buffer {
  const [oid] = OIDS[type];
  const elements = type === 'jsonb' ? values.map(jsonOrNull) : values;
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + roomFor(elements, type));
  bytes.writeInt32BE(elements.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(oid, 8);
  if (elements.length === 0) return bytes.subarray(0, EMPTY_BYTES);
  bytes.writeInt32BE(elements.length, 12);
  bytes.writeInt32BE(1, 16);
  const write = WRITERS[type];
  let at = HEAD_BYTES;
  for (const element of elements) {
    if (isAbsent(element)) {
      bytes.writeInt32BE(1, 4);
      at = bytes.writeInt32BE(-1, at);
      continue;
    }
    const length = write(bytes, at + LENGTH_BYTES, element);
    bytes.writeInt32BE(length, at);
    at += LENGTH_BYTES + length;
  }
  return bytes.subarray(0, at);
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;
const jsonOrNull = (value: unknown): string | null => (isAbsent(value) ? null : JSON.stringify(value));

/** Never too little. */
function roomFor(values: readonly unknown[], type: Written): number {
  const width = WIDTHS[type];
  if (width !== undefined) return values.length * (LENGTH_BYTES + width);
  let room = 0;
  for (const value of values) {
    room += LENGTH_BYTES + 1;
    if (!isAbsent(value))
      room += type === 'bytea' ? (value as Buffer).length : (value as string).length * BYTES_A_UNIT;
  }
  return room;
}

/** Writes an element from a place on; answers with how many bytes. */
type Write = (bytes: Buffer, at: number, value: unknown) => number;

const WRITERS: Readonly<Record<Written, Write>> = {
  text: (bytes, at, value) => bytes.write(value as string, at),
  jsonb(bytes, at, value) {
    // The version of the form.
    bytes[at] = 1;
    return 1 + bytes.write(value as string, at + 1);
  },
  bytea: (bytes, at, value) => (value as Buffer).copy(bytes, at),
  bool(bytes, at, value) {
    bytes[at] = value === true ? 1 : 0;
    return 1;
  },
  int2: (bytes, at, value) => bytes.writeInt16BE(wholeOf(value), at) - at,
  int4: (bytes, at, value) => bytes.writeInt32BE(wholeOf(value), at) - at,
  int8: (bytes, at, value) => bytes.writeBigInt64BE(BigInt(value as bigint), at) - at,
  float8: (bytes, at, value) => bytes.writeDoubleBE(value as number, at) - at,
  timestamptz: (bytes, at, value) => bytes.writeBigInt64BE(microsecondsOf(value as Date), at) - at,
};

/** Node would cut the rest off without a word. */
function wholeOf(value: unknown): number {
  if (!Number.isInteger(value)) throw new RangeError(`${String(value)} is not a whole number.`);
  return value as number;
}

function microsecondsOf(moment: Date): bigint {
  return BigInt(moment.getTime() - EPOCH_MS) * BigInt(MICROSECONDS);
}
