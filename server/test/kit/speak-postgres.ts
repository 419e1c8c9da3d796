/** A column of an answer: its name, the number of its type, its value as text. */
export type SpokenColumn = readonly [name: string, typeOid: number, value: string];

/** Numbers of types, as `pg_type` has them. */
export const oids = { bool: 16, int4: 23, text: 25 } as const;

const READY = message('Z', Buffer.from('I'));

/** What PostgreSQL says to whoever connects and needs no password. */
export const welcome: Buffer = Buffer.concat([message('R', int32(0)), READY]);

/** What it answers to a statement that finds one row. */
export function oneRow(columns: readonly SpokenColumn[]): Buffer {
  const fields = columns.map(([name, oid]) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(oid), int16(-1), int32(-1), int16(0)]),
  );
  const values = columns.map(([, , value]) =>
    Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]),
  );
  return Buffer.concat([
    message('T', int16(columns.length), ...fields),
    message('D', int16(columns.length), ...values),
    message('C', text('SELECT 1')),
    READY,
  ]);
}

/** With what it ends a connection. */
export function fatal(code: string, words: string): Buffer {
  return message('E', text('SFATAL'), text('VFATAL'), text(`C${code}`), text(`M${words}`), text(''));
}

/** A message of the protocol: a letter, the length, the content. */
function message(letter: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}
