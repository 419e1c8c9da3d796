import type { PoolClient } from 'pg';
import { endsConnection, LostConnection } from './trouble.ts';

/** What is asked of lent connections and not answered yet. */
export class Calls {
  private readonly underWay = new Set<Call>();
  private readonly monotonicMs: () => number;

  constructor(monotonicMs: () => number) {
    this.monotonicMs = monotonicMs;
  }

  /** Sends one query after the other; a server that stays silent over one is given up. */
  within(client: PoolClient, silenceMs: number): Within {
    return async (send) => {
      const call = startCall(client, this.monotonicMs);
      call.limitTo(silenceMs);
      this.underWay.add(call);
      try {
        return await send();
      } catch (error) {
        throw endsConnection(error) ? new LostConnection(error) : error;
      } finally {
        call.end();
        this.underWay.delete(call);
      }
    };
  }

  /** Gives up those that stay without an answer for so long. */
  limitTo(silenceMs: number): void {
    for (const call of this.underWay) call.limitTo(silenceMs);
  }
}

type Within = <T>(send: () => Promise<T>) => Promise<T>;

/** A query under way. */
type Call = { readonly limitTo: (silenceMs: number) => void; readonly end: () => void };

function startCall(client: PoolClient, monotonicMs: () => number): Call {
  const sinceMs = monotonicMs();
  let limit: NodeJS.Timeout | undefined;
  let ended = false;
  const giveUp = (): void => {
    if (!ended) cut(client);
  };
  return {
    limitTo(silenceMs) {
      clearTimeout(limit);
      // What has arrived is read first: it may be this process that stood still.
      limit = setTimeout(() => setImmediate(giveUp), sinceMs + silenceMs - monotonicMs());
    },
    end() {
      ended = true;
      clearTimeout(limit);
    },
  };
}

/** Ends a connection whose server may never answer; what waits on it fails at once. */
export function cut(client: PoolClient): void {
  wireOf(client).stream.destroy();
}

/** What the driver's type declarations leave out. */
function wireOf(client: PoolClient): Wire {
  return (client as unknown as { readonly connection: Wire }).connection;
}

type Wire = {
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly stream: { destroy(): void };
};

/** Whether a statement of this name was prepared on the connection. */
export function isPreparedOn(client: PoolClient, name: string): boolean {
  return wireOf(client).parsedStatements[name] !== undefined;
}
