import type pg from 'pg';

/** The part of the driver's connection that COPY needs. */
type Wire = {
  query(sql: string): void;
  readonly stream: { pause(): void; resume(): void; destroy(error?: Error): void };
};

const PART_BYTES = 4 * 1_048_576;

/**
 * Runs `COPY … TO STDOUT` and hands over its text in parts of a few megabytes, each ending with a
 * row. The server waits while a part is written, so no more than a few are ever in memory.
 */
export function copyOut(
  client: pg.Client,
  sql: string,
  write: (part: Buffer) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOut({ sql, write, resolve, reject }));
  });
}

type Wanted = {
  readonly sql: string;
  readonly write: (part: Buffer) => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** What the driver calls as the server's messages come in: one `copyData` a row. */
class CopyOut {
  private readonly wanted: Wanted;
  private part = Buffer.allocUnsafe(PART_BYTES);
  private used = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(wanted: Wanted) {
    this.wanted = wanted;
  }

  submit(wire: Wire): void {
    wire.query(this.wanted.sql);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, wire: Wire): void {
    if (this.used + chunk.length > this.part.length) this.hand(wire, chunk.length);
    // The driver uses its own buffer again for what comes next.
    this.used += chunk.copy(this.part, this.used);
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.wanted.reject(error);
  }

  handleReadyForQuery(wire: Wire): void {
    if (this.used > 0) this.hand(wire, 0);
    this.writing.then(this.wanted.resolve, this.wanted.reject);
  }

  private hand(wire: Wire, bytesNext: number): void {
    const full = this.part.subarray(0, this.used);
    this.part = Buffer.allocUnsafe(Math.max(PART_BYTES, bytesNext));
    this.used = 0;
    if (full.length === 0) return;
    wire.stream.pause();
    const { write } = this.wanted;
    this.writing = this.writing.then(() => write(full)).then(() => wire.stream.resume());
    this.writing.catch((error: Error) => wire.stream.destroy(error));
  }
}
