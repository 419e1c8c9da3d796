/** A stretch of the write-ahead log, as its object's name tells it: from and to are byte positions. */
export type LogRange = {
  readonly name: string;
  readonly timeline: number;
  readonly from: bigint;
  readonly to: bigint;
  /** Who sent it; each start of a server is one more. */
  readonly writer: number;
  /** Whatever was committed before this is in the log up to `to`. */
  readonly until: Date;
};

export type BasePlace = { readonly lineage: string; readonly id: string };

const WAL_NAME = /^[^/]+\/wal\/([0-9A-F]{8})-([0-9A-F]{16})-([0-9A-F]{16})-(\d{8}T\d{9}Z)-(\d{6})$/;
const LINEAGE_NAME = /^(\d{8}T\d{9}Z)-[0-9a-f]{8}$/;

export function lineageName(now: Date, chance: Buffer): string {
  return `${compactTime(now)}-${chance.toString('hex').slice(0, 8)}`;
}

export function isLineage(text: string): boolean {
  return LINEAGE_NAME.test(text);
}

export function walFolder(lineage: string): string {
  return `${lineage}/wal/`;
}

export function rangeName(lineage: string, range: Omit<LogRange, 'name'>): string {
  const { timeline, from, to, until, writer } = range;
  return `${walFolder(lineage)}${hex(BigInt(timeline), 8)}-${hex(from, 16)}-${hex(to, 16)}-${compactTime(until)}-${decimal(writer)}`;
}

/** Who writes to a lineage: a server leaves it to whoever came after it. */
export function writerName(lineage: string, writer: number): string {
  return `${writersFolder(lineage)}${decimal(writer)}`;
}

export function writersFolder(lineage: string): string {
  return `${lineage}/writers/`;
}

export function writerOf(name: string): number {
  return Number(name.slice(name.lastIndexOf('/') + 1));
}

/** What sorts before every stretch that begins at the position or later. */
export function beforeRange(lineage: string, timeline: number, from: bigint): string {
  return `${walFolder(lineage)}${hex(BigInt(timeline), 8)}-${hex(from, 16)}`;
}

export function readRangeName(name: string): LogRange | null {
  const [, timeline = '', from = '', to = '', until = '', writer = ''] = WAL_NAME.exec(name) ?? [];
  if (writer === '') return null;
  return {
    name,
    timeline: Number.parseInt(timeline, 16),
    from: BigInt(`0x${from}`),
    to: BigInt(`0x${to}`),
    until: readTime(until),
    writer: Number(writer),
  };
}

export function baseFolder({ lineage, id }: BasePlace): string {
  return `${lineage}/base/${id}/`;
}

export function partName(place: BasePlace, part: number): string {
  return `${baseFolder(place)}part-${String(part).padStart(6, '0')}`;
}

/** A base copy that is whole, as the name of its manifest tells it. */
export type WholeBase = BasePlace & {
  readonly manifest: string;
  readonly timeline: number;
  /** Where replaying begins. */
  readonly from: bigint;
  /** From where on it is consistent. */
  readonly consistent: bigint;
  /** When it was finished. */
  readonly at: Date;
};

/** The manifest is written last: a base copy that has it is whole. */
export function manifestName(
  place: BasePlace,
  { timeline, from, consistent, at }: Pick<WholeBase, 'timeline' | 'from' | 'consistent' | 'at'>,
): string {
  return `${baseFolder(place)}whole-${hex(BigInt(timeline), 8)}-${hex(from, 16)}-${hex(consistent, 16)}-${compactTime(at)}`;
}

export function readManifestName(name: string): WholeBase | null {
  const place = baseOf(name);
  const [, timeline = '', from = '', consistent = '', at = ''] =
    /\/whole-([0-9A-F]{8})-([0-9A-F]{16})-([0-9A-F]{16})-(\d{8}T\d{9}Z)$/.exec(name) ?? [];
  if (place === null || at === '') return null;
  return {
    ...place,
    manifest: name,
    timeline: Number.parseInt(timeline, 16),
    from: BigInt(`0x${from}`),
    consistent: BigInt(`0x${consistent}`),
    at: readTime(at),
  };
}

/** The base copy that an object belongs to, or null. */
export function baseOf(name: string): BasePlace | null {
  const [, lineage = '', id = ''] = /^([^/]+)\/base\/([^/]+)\/[^/]+$/.exec(name) ?? [];
  return id !== '' && isLineage(lineage) && isLineage(id) ? { lineage, id } : null;
}

/** `0/1A2B3C4D`, as PostgreSQL writes a position of its log. */
export function readPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function positionText(position: bigint): string {
  return `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffff_ffffn).toString(16).toUpperCase()}`;
}

/** Of a file of the log, as `initdb` makes it unless it is told otherwise. */
export const SEGMENT_BYTES = 16n * 1_048_576n;

/** Where the file of the log begins that holds a position: PostgreSQL reads it from there. */
export function segmentStart(position: bigint): bigint {
  return position - (position % SEGMENT_BYTES);
}

/** The file of the log that holds a position. */
export function segmentName(timeline: number, segment: bigint, segmentBytes: number): string {
  const perHigh = 0x1_0000_0000n / BigInt(segmentBytes);
  return [BigInt(timeline), segment / perHigh, segment % perHigh].map((part) => hex(part, 8)).join('');
}

function hex(value: bigint, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

function decimal(value: number): string {
  return String(value).padStart(6, '0');
}

function compactTime(time: Date): string {
  return time.toISOString().replaceAll(/[-:.]/g, '');
}

function readTime(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
}
