import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { choosePrimary, NoPrimary, SplitBrain, type HostAnswer, type Writer } from './choose-primary.ts';
import { addressText, type Address, type Hosts } from './read-hosts.ts';

/** What all hear when writes have to go elsewhere, with the reason in words. */
type Moved = (reason: Error) => void;

/** Who takes writes is known; how long the others may still contradict. */
const CONTRADICTION_MS = 200;

/** Which of several servers takes writes: looked for together, remembered for all connections of the process, and looked for anew as soon as one of them breaks. */
export class Primary {
  readonly hosts: Hosts;
  private readonly connection: ClientConfig;
  private readonly listeners = new Set<Moved>();
  private trusted: Writer | null = null;
  private latest: Writer | null = null;
  /** Whether nothing tells which of several servers writes go to. */
  private split = false;
  private looking: Promise<Writer> | null = null;

  constructor(hosts: Hosts, connection: ClientConfig) {
    this.hosts = hosts;
    this.connection = connection;
  }

  /** Where writes go. Throws `NoPrimary`. */
  async find(): Promise<Writer> {
    return this.trusted ?? (await this.lookOnce());
  }

  /** Whether none has taken the place of the one that was found, also under its address, and none contradicts it. */
  isStill({ address, startedAt }: Writer): boolean {
    const { latest, split } = this;
    return !split && latest?.address === address && latest.startedAt === startedAt;
  }

  /** A connection there broke, or was refused: whoever connects next looks again. */
  doubt(address: Address): void {
    if (this.trusted?.address === address) this.trusted = null;
  }

  /** Looks whether writes go where they should, although nothing broke. */
  async lookAgain(): Promise<void> {
    await this.lookOnce().catch(() => undefined);
  }

  /** Calls back when connections have to be made anew; the answer stops it. */
  onMoved(heard: Moved): () => void {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  }

  /** Many who miss the primary at once ask once. */
  private lookOnce(): Promise<Writer> {
    this.looking ??= this.look().finally(() => (this.looking = null));
    return this.looking;
  }

  private async look(): Promise<Writer> {
    const before = this.latest;
    try {
      const found = choosePrimary(await this.askAll(), before);
      this.trusted = found;
      this.latest = found;
      this.split = false;
      if (before && (before.address !== found.address || before.startedAt !== found.startedAt))
        this.tell(
          new Error(
            `Writes go to ${addressText(found.address)} on timeline ${found.timeline} now, before to ${addressText(before.address)} on ${before.timeline}.`,
          ),
        );
      return found;
    } catch (error) {
      if (!(error instanceof SplitBrain)) throw error;
      this.trusted = null;
      this.split = true;
      this.tell(error);
      throw error;
    }
  }

  private tell(reason: Error): void {
    for (const heard of this.listeners) heard(reason);
  }

  /** All at once; one that is silent is not waited for long once another takes writes. */
  private async askAll(): Promise<readonly HostAnswer[]> {
    const { addresses, connectMs } = this.hosts;
    const answers = new Map<Address, HostAnswer>();
    const asked = addresses.map(async (address) => {
      const answer = await askHost(this.connection, address, connectMs);
      answers.set(address, answer);
      return answer;
    });
    const all = Promise.all(asked);
    await Promise.race([all, Promise.any(asked.map(uncontradicted)).catch(() => all)]);
    return addresses.map(
      (address) => answers.get(address) ?? { address, role: 'silent', error: new NoPrimary('no answer yet') },
    );
  }
}

async function uncontradicted(asked: Promise<HostAnswer>): Promise<void> {
  if ((await asked).role !== 'writer') throw new NoPrimary('another one may take writes');
  await pause(CONTRADICTION_MS);
}

type Said = {
  readonly standby: boolean;
  readonly read_only: boolean;
  readonly system: string;
  readonly timeline: number | null;
  readonly started_at: string;
};

/** The timeline is read from the log that is written now: the control file learns of a promotion later. */
const SAYS_SQL = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only')::bool AS read_only,
  (SELECT system_identifier::text FROM pg_control_system()) AS system, pg_postmaster_start_time()::text AS started_at,
  CASE WHEN pg_is_in_recovery() THEN NULL
       ELSE ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int END AS timeline`;

/** Asks one server what it is, on a connection of its own; whatever goes wrong is an answer too. */
async function askHost(connection: ClientConfig, address: Address, withinMs: number): Promise<HostAnswer> {
  const client = new Client({ ...connection, connectionTimeoutMillis: withinMs });
  client.on('error', () => undefined);
  aim(client, address);
  const limit = setTimeout(() => cut(client), withinMs);
  try {
    await client.connect();
    const { rows } = await client.query<Said>(SAYS_SQL);
    return answerOf(address, rows[0]);
  } catch (error) {
    return { address, role: 'silent', error };
  } finally {
    clearTimeout(limit);
    cut(client);
  }
}

function answerOf(address: Address, said: Said | undefined): HostAnswer {
  if (!said) return { address, role: 'silent', error: new Error('it says nothing of itself') };
  const { standby, read_only: isReadOnly, system, timeline, started_at: startedAt } = said;
  if (standby) return { address, role: 'standby' };
  if (isReadOnly || timeline === null) return { address, role: 'read-only' };
  return { address, role: 'writer', system, timeline, startedAt };
}

/** Lets a client that is not connected yet go to another server than its settings name. */
export function aim(client: Client, { host, port }: Address): void {
  Object.assign(client, { host, port });
}

/** Ends a connection without a word: nothing is under way on it. */
function cut(client: Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
