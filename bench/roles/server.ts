import { openSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../server/src/config.ts';
import { settleMemory } from '../../server/src/cli/settle-memory.ts';
import { createLogger } from '../../server/src/logger.ts';
import { startServer, type RunningServer } from '../../server/src/main.ts';
import { createMerchant, issueKey } from '../../server/src/modules/merchants/index.ts';
import { testCallbackToken } from '../../server/src/modules/payments/providers/test/test-callbacks.ts';
import { ENDPOINT_SECRET } from '../../server/src/modules/webhooks/signing/make-secret.ts';
import { addDriver } from '../../server/src/modules/shipping/index.ts';
import { issueSession } from '../../server/src/modules/accounts/index.ts';
import { addMember, addPerson } from '../../server/src/modules/accounts/members/add-member.ts';
import type { Part } from '../parts/role.ts';

export type ServerOptions = {
  readonly dataDir: string;
  readonly roles: 'http' | 'http,workers';
  /** Webhooks turn only when asked to. */
  readonly paused: boolean;
  /** A second process beside the one that keeps the database. */
  readonly joins?: boolean;
  /** Whether statements are prepared by name, as they are unless a pooler forgets them. */
  readonly prepared?: boolean;
  /** A database of its own beside the server, and standbys of it to read from; left out: the embedded one. */
  readonly databaseUrl?: string;
  readonly replicaUrl?: string;
};

/** Where the server and its database are. */
export type Whereabouts = {
  readonly port: number;
  readonly databaseVersion: string;
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
};

/** Who signs in, and with what. */
export type Member = { readonly email: string; readonly password: string };

export type ServerUse = { readonly cpuMs: number; readonly rssBytes: number };

/** Servers on one database share it. */
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** The server under test: the composition root with its defaults, on an embedded database, with its log in a file. */
export async function openServer({
  dataDir,
  roles,
  paused,
  joins = false,
  prepared = true,
  databaseUrl,
  replicaUrl,
}: ServerOptions): Promise<Part> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: '0',
    ROLES: roles,
    PREPARED: prepared ? '1' : '0',
    TRUSTED_PROXIES: '127.0.0.1/32',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, SECRET_KEY }),
    ...(replicaUrl === undefined ? {} : { REPLICA_URL: replicaUrl }),
  });
  const log = createLogger({
    level: config.logLevel,
    pretty: false,
    fd: openSync(join(dataDir, 'server.log'), 'a'),
  });
  const server = await startServer(config, log, { workersPaused: paused, joinsDatabase: joins });
  // As the program does before it says that it is ready.
  await settleMemory();
  const { ownerConnection, databaseVersion } = server.runtime;
  const { webhooks } = server.modules;

  return {
    stop: server.stop,
    commands: {
      async whereabouts(): Promise<Whereabouts> {
        return {
          port: Number(new URL(server.baseUrl).port),
          databaseVersion,
          connection: ownerConnection as Whereabouts['connection'],
        };
      },
      ...callersOf(server.runtime),
      member: (given: { readonly merchantId: string }) => addOwner(server, given),
      /** Milliseconds until every fact has become messages. */
      fanOut: () => timed(webhooks.fanOut),
      /** Milliseconds until every delivery that is ready has been sent and written down. */
      sendAll: () => timed(webhooks.sender.turn),
      async use(): Promise<ServerUse> {
        const { user, system } = process.cpuUsage();
        return { cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() };
      },
    },
  };
}

/** A person with a password, to whom a merchant belongs. */
async function addOwner(
  { modules: { accounts } }: RunningServer,
  { merchantId }: { readonly merchantId: string },
): Promise<Member> {
  const { system } = accounts.store;
  const member = { email: 'owner@example.sl', password: 'Cotton tree of Freetown' };
  const personId = await addPerson(system, accounts, { name: 'Isatu Conteh', ...member });
  await addMember(system, accounts, { merchantId, personId, role: 'owner', refundMax: null });
  return member;
}

/** Who calls the server, and what they bring. */
function callersOf({ context }: RunningServer['runtime']): Part['commands'] {
  return {
    async merchant({ livemode = false }: { readonly livemode?: boolean } = {}): Promise<{
      readonly id: string;
      readonly key: string;
    }> {
      const { id } = await createMerchant(context, { name: 'Bench', email: 'bench@example.com' });
      const tenant = { merchantId: id, livemode };
      const { key } = await issueKey(context.store.of(tenant), context, {
        tenant,
        kind: 'secret',
        name: 'Bench',
        rights: { scopes: ['*'], origins: [], ipRanges: [] },
        expiresAt: null,
      });
      return { id, key };
    },
    /** A courier who is signed in. */
    async courier({
      phone,
    }: {
      readonly phone: string;
    }): Promise<{ readonly id: string; readonly token: string }> {
      const { id } = await addDriver(context, {
        name: 'Mohamed Kamara',
        phone,
        vehicleType: 'van',
        plate: 'ABC 123',
      });
      const { token } = await issueSession(context.store.system, context, {
        kind: 'driver',
        subjectId: id,
        address: '127.0.0.1',
      });
      return { id, token };
    },
    async sealedSecret(): Promise<string> {
      return context.vault
        .seal(`whsec_${context.world.randomBytes(32).toString('base64')}`, ENDPOINT_SECRET)
        .toString('hex');
    },
    callbackToken: async ({ merchantId }: { readonly merchantId: string }): Promise<string> =>
      testCallbackToken(context.vault, merchantId),
  };
}

async function timed(turn: () => Promise<number>): Promise<number> {
  const startedMs = performance.now();
  while ((await turn()) > 0);
  return performance.now() - startedMs;
}
