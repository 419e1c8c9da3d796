/** A file on its way into an archive. */
export type ZipEntry = { readonly name: string; readonly content: Blob };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** 2.0: deflate. */
const VERSION = 20;
const DEFLATED = 8;
/** Of an archive and of each file in it: offsets have 32 bits. */
export const ZIP_BYTES_MAX = 0xffff_ffff;

type Packed = ZipEntry & {
  readonly nameBytes: Uint8Array<ArrayBuffer>;
  readonly crc: number;
  readonly packed: Blob;
};

/** Packs a file, so that the whole need not be kept beside the packed one. */
export async function packForZip({ name, content }: ZipEntry): Promise<Packed> {
  const stream = content.stream().pipeThrough(new CompressionStream('deflate-raw'));
  const [crc, packed] = await Promise.all([crcOf(content), new Response(stream).blob()]);
  return { name, content, crc, packed, nameBytes: new TextEncoder().encode(name) };
}

/** A ZIP archive (APPNOTE 6.3) of files that were packed, with one time for all of them. */
export function zipOf(files: readonly Packed[], made: Date): Blob {
  const parts: BlobPart[] = [];
  const index: BlobPart[] = [];
  let offset = 0;
  let indexBytes = 0;
  for (const file of files) {
    const local = header(file, { made, offset: null });
    const entry = header(file, { made, offset });
    parts.push(local, file.nameBytes, file.packed);
    index.push(entry, file.nameBytes);
    offset += local.byteLength + file.nameBytes.byteLength + file.packed.size;
    indexBytes += entry.byteLength + file.nameBytes.byteLength;
  }
  if (offset + indexBytes > ZIP_BYTES_MAX) throw new RangeError('An archive holds at most 4 GB.');
  return new Blob([...parts, ...index, ending({ files: files.length, offset, indexBytes })], {
    type: 'application/zip',
  });
}

/** The header of a file; with its offset, as the index at the end has it. */
function header(
  { crc, packed, content, nameBytes }: Packed,
  { made, offset }: { readonly made: Date; readonly offset: number | null },
): ArrayBuffer {
  const view = writer(offset === null ? 30 : 46);
  view.long(offset === null ? LOCAL : CENTRAL);
  if (offset !== null) view.short(VERSION);
  for (const short of [VERSION, UTF8, DEFLATED, timeOf(made), dateOf(made)]) view.short(short);
  for (const long of [crc, packed.size, content.size]) view.long(long);
  for (const short of [nameBytes.byteLength, 0]) view.short(short);
  if (offset !== null) {
    for (const none of [0, 0, 0]) view.short(none);
    view.long(0);
    view.long(offset);
  }
  return view.buffer;
}

function ending({
  files,
  offset,
  indexBytes,
}: {
  readonly files: number;
  readonly offset: number;
  readonly indexBytes: number;
}): ArrayBuffer {
  const view = writer(22);
  view.long(END);
  for (const short of [0, 0, files, files]) view.short(short);
  view.long(indexBytes);
  view.long(offset);
  view.short(0);
  return view.buffer;
}

type Writer = {
  readonly buffer: ArrayBuffer;
  readonly short: (value: number) => void;
  readonly long: (value: number) => void;
};

/** Writes little-endian numbers one behind the other. */
function writer(bytes: number): Writer {
  const view = new DataView(new ArrayBuffer(bytes));
  let at = 0;
  return {
    buffer: view.buffer,
    short(value) {
      view.setUint16(at, value, true);
      at += 2;
    },
    long(value) {
      view.setUint32(at, value, true);
      at += 4;
    },
  };
}

/** In steps of two seconds. */
function timeOf(made: Date): number {
  return (made.getHours() << 11) | (made.getMinutes() << 5) | (made.getSeconds() >> 1);
}

function dateOf(made: Date): number {
  return ((made.getFullYear() - 1980) << 9) | ((made.getMonth() + 1) << 5) | made.getDate();
}

const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

async function crcOf(content: Blob): Promise<number> {
  let crc = 0xffff_ffff;
  const reader = content.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read())
    for (const byte of next.value) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffff_ffff) >>> 0;
}
