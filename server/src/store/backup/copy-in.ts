import { once } from 'node:events';
import type pg from 'pg';

type Wire = {
  query(sql: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  readonly stream: NodeJS.EventEmitter & { readonly writableNeedDrain: boolean };
};

/** Runs `COPY … FROM STDIN` on what the source gives, as fast as the server takes it; answers how many rows it took. */
export function copyIn(client: pg.Client, sql: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn({ sql, source, resolve, reject }) as unknown as pg.Submittable);
  });
}

type Wanted = {
  readonly sql: string;
  readonly source: AsyncIterable<Buffer>;
  readonly resolve: (rows: number) => void;
  readonly reject: (error: unknown) => void;
};

class CopyIn {
  private readonly wanted: Wanted;
  private over = false;
  private rows = 0;
  private sourceFailure: unknown = null;

  constructor(wanted: Wanted) {
    this.wanted = wanted;
  }

  submit(wire: Wire): void {
    wire.query(this.wanted.sql);
  }

  handleCopyInResponse(wire: Wire): void {
    this.feed(wire).then(
      () => this.over || wire.endCopyFrom(),
      (error: unknown) => {
        this.sourceFailure = error;
        if (!this.over) wire.sendCopyFail('The source of the copy failed.');
      },
    );
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rows = Number(text.split(' ').at(-1));
  }

  handleError(error: Error): void {
    this.over = true;
    this.wanted.reject(this.sourceFailure ?? error);
  }

  handleReadyForQuery(): void {
    this.wanted.resolve(this.rows);
  }

  private async feed(wire: Wire): Promise<void> {
    for await (const chunk of this.wanted.source) {
      if (this.over) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
    }
  }
}
