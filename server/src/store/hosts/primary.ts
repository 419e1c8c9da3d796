import { setTimeout as pause } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { askHost } from './ask-host.ts';
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
