import { Client, type ClientConfig } from 'pg';
import { aim, Primary } from './primary.ts';
import { NoPrimary, type Writer } from './choose-primary.ts';
import { addressText } from './read-hosts.ts';

type PrimaryConnection = ClientConfig & { readonly primary: Primary };

/** The same settings for whichever of the servers takes writes. */
export function toPrimary(primary: Primary, connection: ClientConfig): ClientConfig {
  const aimed: PrimaryConnection = { ...connection, primary };
  return aimed;
}

/** Who chooses the server of these settings, where there are several. */
export function primaryOf(connection: ClientConfig): Primary | null {
  return 'primary' in connection && connection.primary instanceof Primary ? connection.primary : null;
}

/** A client of these settings; where they name several servers it connects to the one that takes writes, or not at all. */
export function openClient(connection: ClientConfig): Client {
  return new (clientFor(connection))(connection);
}

/** The class for a pool that makes its clients itself. */
export function clientFor(connection: ClientConfig): typeof Client {
  return primaryOf(connection) ? PrimaryClient : Client;
}

/** Whether the server that the client connected to has lost its place since: nobody heard of it who had no client to give up yet. */
export function isAstray(client: Client): boolean {
  return client instanceof PrimaryClient && client.isAstray;
}

/** The driver's types know of no callback without an error, its pool does. */
async function tell(connected: Promise<void>, callback: (error: Error) => void): Promise<void> {
  const failure = await connected.then(
    () => undefined,
    (error: unknown) => error,
  );
  (callback as (error?: unknown) => void)(failure);
}

const VERIFY_MS = 5_000;

class PrimaryClient extends Client {
  private readonly primary: Primary | null;
  private writer: Writer | null = null;

  constructor(config: ClientConfig) {
    super(config);
    // What breaks fails the call under way. A pool hears of errors only once it was told that the client is connected,
    // and an error that nobody hears ends the process.
    this.on('error', () => undefined);
    this.primary = primaryOf(config);
  }

  get isAstray(): boolean {
    return this.writer === null || !this.primary?.isStill(this.writer);
  }

  override connect(): Promise<void>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<void> | undefined {
    const connected = this.connectToPrimary();
    if (!callback) return connected;
    void tell(connected, callback);
    return undefined;
  }

  private async connectToPrimary(): Promise<void> {
    const { primary } = this;
    if (!primary) throw new NoPrimary('These settings name no servers to choose from.');
    const writer = await primary.find();
    const { address } = writer;
    this.writer = writer;
    const { connection } = this as unknown as Inner;
    if (connection.stream.destroyed) throw new NoPrimary('The connection was given up before it was made.');
    aim(this, address);
    connection.once('end', () => primary.doubt(address));
    const limit = setTimeout(() => connection.stream.destroy(), primary.hosts.connectMs + VERIFY_MS);
    try {
      await super.connect();
      const { rows } = await this.query<{ refuses: boolean }>(
        "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS refuses",
      );
      if (rows[0]?.refuses) throw new NoPrimary(`${addressText(address)} takes no writes any more.`);
      // It may have been cut off from the others, and not know it yet.
      if (!primary.isStill(writer))
        throw new NoPrimary(`${addressText(address)} is not where writes go any more.`);
    } catch (error) {
      primary.doubt(address);
      connection.stream.destroy();
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }
}

/** The parts of the driver's client that it does not tell of. */
type Inner = {
  readonly connection: {
    readonly stream: { readonly destroyed: boolean; destroy(): void };
    once(event: 'end', heard: () => void): void;
  };
};
