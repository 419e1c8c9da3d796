import type { OperationId } from '@cottontree/contract';
import { verifyInvoices } from '../../../src/modules/invoices/index.ts';
import { verifyLedger } from '../../../src/modules/ledger/index.ts';
import { verifyMerchants } from '../../../src/modules/merchants/index.ts';
import { verifyPayments } from '../../../src/modules/payments/index.ts';
import { verifyPos } from '../../../src/modules/pos/index.ts';
import { readSnapshot } from '../../../src/store/index.ts';
import { openFakeBank } from '../fake-providers/fake-bank.ts';
import { createFate } from '../fate.ts';
import { passLeases } from '../pass-leases.ts';
import { createProbe, type Seen, type ProbeInput } from '../probe.ts';
import { startService, type TestMerchant } from '../service.ts';
import { writingStatements } from '../writing-statements.ts';
import { countEffects } from './effects.ts';
import type { RepeatStage } from './repeatable.ts';

/** One request with its Idempotency-Key, and what there was before it. */
export type Scene = {
  readonly before: Readonly<Record<string, number>>;
  readonly count: () => Promise<Readonly<Record<string, number>>>;
  /** By a node that lives on; tells in how many steps. */
  readonly sendWhole: () => Promise<{ readonly seen: Seen; readonly steps: number }>;
  /** By a node that dies of the step with the number. */
  readonly sendKilled: (fatal: number) => Promise<void>;
  readonly send: (node: 'behind' | 'ahead') => Promise<Seen>;
  readonly passLeases: () => Promise<void>;
  /** A minute passes, and the service does what is due. */
  readonly goOn: () => Promise<void>;
};

export type Scenes = AsyncDisposable & {
  readonly stage: () => RepeatStage;
  /** Each with shops of its own. */
  readonly open: (id: OperationId, make: () => Promise<ProbeInput>) => Promise<Scene>;
  /** Every way in which the data contradicts itself, but for events: some requests want tickets that are written past the service. */
  readonly verify: () => Promise<readonly unknown[]>;
};

const CLOCKS_APART_MS = 60_000;
const MINUTE_MS = 60_000;
/** Who is asked once more because nobody knows what they said writes that down once more; so is a request of which nobody knows what came. */
const ASKED_AGAIN: ReadonlySet<string> = new Set([
  'activity',
  'payment_attempts',
  'payment_polls',
  'money_out_polls',
  'payment versions',
]);
/** Messages on their way become messages, as soon as somebody looks. */
const ON_THEIR_WAY: ReadonlySet<string> = new Set(['outbox', 'webhook_messages', 'webhook_dedup']);

/** One address for all nodes, as behind a proxy. */
const environment = { PUBLIC_URL: 'http://localhost' };

/** Three nodes on one database: one that can be killed, and two whose clocks are a minute apart. */
export async function openScenes(): Promise<Scenes> {
  const life: { isWriting: (name: string) => boolean } = { isWriting: () => true };
  const fate = createFate((statement) => life.isWriting(statement.name));
  const behind = await startService({ environment });
  const { databaseUrl } = behind;
  const mortal = await startService({ environment, databaseUrl, fate, log: fate.log });
  const ahead = await startService({ environment, databaseUrl });
  ahead.advance(CLOCKS_APART_MS);
  const services = [behind, ahead, mortal];
  const bank = await openFakeBank();
  await behind.driver();
  await behind.query('UPDATE drivers SET jobs_max = 20');
  life.isWriting = await writingStatements(behind);
  const probes = {
    behind: createProbe(behind.baseUrl),
    ahead: createProbe(ahead.baseUrl),
    mortal: createProbe(mortal.baseUrl),
  };
  const shops: string[] = [];
  const current: { shop?: TestMerchant } = {};

  async function newShop(): Promise<TestMerchant> {
    const made = await behind.merchant();
    shops.push(made.id);
    return made;
  }
  function stage(): RepeatStage {
    if (!current.shop) throw new Error('A scene is to be opened first.');
    return { service: behind, shop: current.shop, newShop, bank };
  }

  let scenesOpened = 0;
  return {
    stage,
    async open(id, make) {
      shops.length = 0;
      const shop = await newShop();
      current.shop = shop;
      // The first of a catalogue opens what its tills follow.
      await shop.client.createCategory({ body: { name: 'Food' } });
      const input = await make();
      scenesOpened += 1;
      const asked: ProbeInput = {
        key: shop.key,
        ...input,
        headers: { 'idempotency-key': `scene-${scenesOpened}` },
      };
      const own = [...shops];
      const count = async (): Promise<Readonly<Record<string, number>>> => {
        const counts = await countEffects(behind, own);
        const atBank = {
          'charges of the bank': bank.charges.length,
          'refunds of the bank': bank.refunds.length,
          'payouts of the bank': bank.payouts.length,
        };
        return {
          ...Object.fromEntries(
            Object.entries(counts).filter(([what]) => !ASKED_AGAIN.has(what) && !ON_THEIR_WAY.has(what)),
          ),
          ...atBank,
        };
      };
      return {
        before: await count(),
        count,
        async sendWhole() {
          fate.await(null);
          const seen = await probes.mortal.ask(id, asked);
          return { seen, steps: fate.steps() };
        },
        async sendKilled(fatal) {
          fate.await(fatal);
          // Nobody hears what a dead node would have said.
          await probes.mortal.ask(id, asked).catch(() => null);
          fate.revive();
        },
        send: (node) => probes[node].ask(id, asked),
        passLeases: () => passLeases(...services),
        async goOn() {
          for (const service of services) service.advance(MINUTE_MS);
          await passLeases(...services);
          await behind.drain();
        },
      };
    },
    async verify() {
      const connection = behind.server.runtime.ownerConnection;
      const found = await Promise.all(
        [verifyMerchants, verifyPayments, verifyPos, verifyInvoices, verifyLedger].map((verify) =>
          readSnapshot(connection, verify),
        ),
      );
      return found.flat();
    },
    async [Symbol.asyncDispose]() {
      for (const service of services.toReversed()) await service[Symbol.asyncDispose]();
      await bank[Symbol.asyncDispose]();
    },
  };
}
