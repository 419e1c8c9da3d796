import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EmbeddedDatabase } from './embedded-database.ts';
import { bundleHolder, startHolder, type Holder } from './fixtures/start-holder.ts';
import { openEmbedded, type EmbeddedOptions } from './open-embedded.ts';
import { isAlive } from './processes.ts';

/** Makes a file in a folder again and again, and the folder anew where it is gone. */
const WRITES_ON =
  'i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); true > "$1/x" || mkdir -p "$1"; done 2>/dev/null';
const isRoot = process.getuid?.() === 0;
const told: { message: string; details: object }[] = [];
const note = (details: object, message: string): void => void told.push({ message, details });
const log = { info: note, warn: note };
const opened: EmbeddedDatabase[] = [];
const holders: Holder[] = [];
let program: string;
let made: string;
let base: string;
let dataDir: string;

beforeAll(async () => {
  program = await bundleHolder();
  made = await mkdtemp(join(tmpdir(), 'ct-made-'));
  await (await openEmbedded({ dataDir: made, log })).stop();
});
afterAll(() =>
  Promise.all([dirname(program), made].map((path) => rm(path, { recursive: true, force: true }))),
);

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'ct-embedded-'));
  dataDir = join(base, 'data');
  told.length = 0;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.stop()));
  await Promise.all(
    holders
      .splice(0)
      .filter(({ child }) => child.exitCode === null && child.signalCode === null)
      .map((holder) => holder.end('SIGTERM')),
  );
  await rm(base, { recursive: true, force: true });
});

describe('A data directory', () => {
  test('holds a database with UTF-8 text, sorted by code point, that fsyncs and does not listen on the network', async () => {
    const database = await open();
    expect(database.serverVersion).toMatch(/^18\./);
    const rows = await query(
      database,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync, current_setting('listen_addresses') AS network,
      current_setting('synchronous_commit') AS commits, lower('ÉTÉ') AS lower, 'a' < 'B' AS as_in_a_dictionary`,
    );
    expect(rows).toEqual([
      { encoding: 'UTF8', fsync: 'on', network: '', commits: 'on', lower: 'été', as_in_a_dictionary: false },
    ]);
    expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
  });

  test('is reached by its URL as well', async () => {
    const database = await openMade();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    expect((await client.query('SELECT current_database() AS name')).rows).toEqual([{ name: 'cottontree' }]);
    await client.end();
  });

  test('keeps its rows from one start to the next, and nothing runs in between', async () => {
    const first = await open();
    await writeRow(first);
    await first.stop();
    expect(isAlive(first.postmasterPid())).toBe(false);
    expect(await countRows(await open())).toBe(1);
  });

  test('whose path is too long for a socket gets a short folder for it, gone when it stops', async () => {
    dataDir = join(base, 'a-rather-long-name'.repeat(5), 'and-another-one'.repeat(5));
    const first = await open();
    expect(first.connection.host.startsWith(dataDir)).toBe(false);
    await writeRow(first);
    await first.stop();
    await expect(stat(first.connection.host)).rejects.toThrow('ENOENT');
    expect(await countRows(await open())).toBe(1);
  });

  test('of another major version is refused with what to do', async () => {
    await copyMade();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(open()).rejects.toThrow(/made by PostgreSQL 17.*backup/);
  });

  test('that is a file is refused with the variable to change', async () => {
    await writeFile(dataDir, '');
    await expect(open()).rejects.toThrow(/DATA_DIR .* cannot be used/);
  });

  test.skipIf(process.platform !== 'linux')(
    'that cannot be made is refused, and not tried for ever',
    async () => {
      dataDir = '/proc/nothing';
      await expect(open()).rejects.toThrow(/DATA_DIR \/proc\/nothing cannot be used.*ENOENT/);
    },
  );
});

describe('After a crash', () => {
  test('of the postmaster the database comes back by itself with every acknowledged row', async () => {
    const database = await openMade();
    await writeRow(database);
    const killed = database.postmasterPid();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => database.postmasterPid(), { timeout: 60_000 }).not.toBe(killed);
    expect(await countRows(database)).toBe(1);
  });

  test('whose disk went away as well no empty database takes its place, and it is back once that is', async () => {
    const database = await openMade();
    await writeRow(database);
    const killed = database.postmasterPid();
    const [there, away] = [join(dataDir, 'postgres'), join(base, 'away')];
    await rename(there, away);
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => told.map(({ details }) => JSON.stringify(details)).join(), { timeout: 60_000 })
      .toContain('is gone, with all that it held');
    expect(await readdir(dataDir)).not.toContain('postgres');
    await rename(away, there);
    await expect.poll(() => database.postmasterPid(), { timeout: 60_000 }).not.toBe(killed);
    expect(await countRows(database)).toBe(1);
  });

  test('of the postmaster a back end that goes on working is ended first', async () => {
    const database = await openMade();
    const busy = new Client(database.connection);
    busy.on('error', () => undefined);
    await busy.connect();
    const endless = busy.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => 'cut');
    const orphan = await backendOf(database);
    const killed = database.postmasterPid();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => database.postmasterPid(), { timeout: 60_000 }).not.toBe(killed);
    expect(isAlive(orphan)).toBe(false);
    expect(await endless).toBe('cut');
  });

  test('of the program its database is adopted, rows and all', async () => {
    const holder = await holdMade('serve');
    const { postmasterPid = 0 } = holder.said;
    await holder.end('SIGKILL');
    expect(isAlive(postmasterPid)).toBe(true);
    const database = await open('serve');
    expect(database.postmasterPid()).toBe(postmasterPid);
    await writeRow(database);
    expect(await countRows(database)).toBe(1);
  });

  test('of both, program and postmaster, the next start recovers', async () => {
    const holder = await holdMade('serve');
    const rows = {
      connection: { host: join(dataDir, 'socket'), port: 5432, user: 'cottontree', database: 'cottontree' },
    };
    await writeRow(rows);
    await holder.end('SIGKILL');
    process.kill(holder.said.postmasterPid ?? 0, 'SIGKILL');
    expect(await countRows(await open())).toBe(1);
  });

  test('a process file that names somebody else is not believed', async () => {
    const first = await openMade();
    await first.stop();
    const file = [
      process.pid,
      join(dataDir, 'postgres'),
      1_700_000_000,
      5432,
      join(dataDir, 'socket'),
      '',
      '  5432001         1',
      'ready   ',
      '',
    ];
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), file.join('\n'));
    const database = await open();
    expect(database.postmasterPid()).not.toBe(process.pid);
    expect(await countTables(database)).toBe(0);
  });
});

describe('A process file', () => {
  test.each(['', '\n', 'what?'])(
    'that holds %j names nobody, and the database starts all the same',
    async (text) => {
      await (await openMade()).stop();
      await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), text);
      expect(await countTables(await open())).toBe(0);
      expect(told.filter(({ message }) => message.includes('names no process'))).toHaveLength(1);
    },
  );

  test('that was cut short beside a living database is not taken for nobody', async () => {
    const holder = await holdMade('serve');
    await holder.end('SIGKILL');
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, '');
    await expect(open()).rejects.toThrow(
      new RegExp(
        `runs on .*postgres as process ${holder.said.postmasterPid}, but .*postmaster.pid does not name it: stop that process`,
      ),
    );
    await writeFile(file, whole);
    expect((await open()).postmasterPid()).toBe(holder.said.postmasterPid);
  });
});

describe('Beside a running server', () => {
  test('a command joins its database and leaves it running', async () => {
    const server = await holdMade('serve');
    const command = await open('command');
    expect(command.postmasterPid()).toBe(server.said.postmasterPid);
    await command.stop();
    expect(isAlive(command.postmasterPid())).toBe(true);
    await server.end('SIGTERM');
    expect(isAlive(command.postmasterPid())).toBe(false);
  });

  test('the database outlives the command that started it, until the last one leaves', async () => {
    const command = await openMade();
    const server = await hold('serve');
    await command.stop();
    expect(isAlive(command.postmasterPid())).toBe(true);
    await server.end('SIGTERM');
    expect(isAlive(command.postmasterPid())).toBe(false);
  });

  test('a second server is refused with the first one named', async () => {
    const server = await holdMade('serve');
    await expect(open('serve')).rejects.toThrow(`Process ${server.child.pid} already serves`);
    expect(isAlive(server.said.postmasterPid ?? 0)).toBe(true);
  });

  test('many that open an empty directory at once share one database', async () => {
    const all = await Promise.all([hold('command'), hold('command'), open(), open()]);
    const pids = all.map((one) => ('said' in one ? one.said.postmasterPid : one.postmasterPid()));
    expect(new Set(pids).size).toBe(1);
    expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  test('one that was killed leaves something that still writes, and the next makes a database all the same', async () => {
    const dead = execFile('true');
    await once(dead, 'exit');
    const left = join(dataDir, `postgres.new-${dead.pid}-left`);
    await mkdir(join(left, 'base'), { recursive: true });
    const writing = execFile('sh', ['-c', WRITES_ON, 'sh', join(left, 'base', '4')]);
    const written = once(writing, 'exit');
    expect(await countTables(await open())).toBe(0);
    writing.kill();
    await written;
    await opened.pop()?.stop();
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await open();
    expect(await readdir(dataDir)).not.toContain(basename(left));
  });

  test('one that stops while another opens leaves that one a database that answers', async () => {
    await copyMade();
    for (let round = 0; round < 5; round += 1) {
      const leaving = await open();
      const [, staying] = await Promise.all([leaving.stop(), open()]);
      await expect.poll(() => countTables(staying).catch(() => 'not yet'), { timeout: 60_000 }).toBe(0);
      await staying.stop();
    }
  });
});

describe.runIf(isRoot)('As root', () => {
  test('it runs as a user who owns it', async () => {
    await chmod(base, 0o755);
    const database = await open();
    const owner = (await stat(join(dataDir, 'postgres'))).uid;
    expect(owner).toBeGreaterThan(0);
    expect(await uidOf(database.postmasterPid())).toBe(owner);
  });

  test('below a folder that only root may enter it runs in a user namespace', async () => {
    await chmod(base, 0o700);
    await open();
    expect(told[0]).toMatchObject({
      message: 'Creating the embedded database',
      details: { as: 'a user namespace' },
    });
  });

  test('a directory made there goes on where others may enter', async () => {
    const first = await open();
    await writeRow(first);
    await first.stop();
    await chmod(base, 0o755);
    expect(await countRows(await open())).toBe(1);
  });

  test('an ordinary user just runs it', async () => {
    await chmod(base, 0o755);
    await mkdir(dataDir);
    await chown(dataDir, 65_534, 65_534);
    const holder = await hold('serve', { uid: 65_534, gid: 65_534 });
    expect(holder.said.refusal).toBeUndefined();
    expect(await uidOf(holder.said.postmasterPid ?? 0)).toBe(65_534);
  });
});

async function open(purpose: 'serve' | 'command' = 'command'): Promise<EmbeddedDatabase> {
  const options: EmbeddedOptions = { dataDir, log, purpose };
  const database = await openEmbedded(options);
  opened.push(database);
  return database;
}

async function openMade(): Promise<EmbeddedDatabase> {
  await copyMade();
  return open();
}

async function holdMade(purpose: string): Promise<Holder> {
  await copyMade();
  return hold(purpose);
}

/** Copying a new data directory is quicker than making one. */
async function copyMade(): Promise<void> {
  await promisify(execFile)('cp', ['-a', made, dataDir]);
}

async function hold(purpose: string, ids: { uid?: number; gid?: number } = {}): Promise<Holder> {
  const holder = await startHolder(program, [dataDir, purpose], ids);
  holders.push(holder);
  return holder;
}

async function query(
  { connection }: Pick<EmbeddedDatabase, 'connection'>,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function writeRow(database: Pick<EmbeddedDatabase, 'connection'>): Promise<void> {
  await query(database, 'CREATE TABLE IF NOT EXISTS kept (id int GENERATED ALWAYS AS IDENTITY)');
  await query(database, 'INSERT INTO kept DEFAULT VALUES');
}

async function countRows(database: EmbeddedDatabase): Promise<unknown> {
  return (await query(database, 'SELECT count(*)::int AS rows FROM kept'))[0]?.['rows'];
}

async function countTables(database: EmbeddedDatabase): Promise<unknown> {
  return (
    await query(database, "SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'")
  )[0]?.['tables'];
}

async function backendOf(database: EmbeddedDatabase): Promise<number> {
  await expect
    .poll(() => query(database, "SELECT pid FROM pg_stat_activity WHERE query LIKE 'DO %'"))
    .toHaveLength(1);
  return Number(
    (await query(database, "SELECT pid FROM pg_stat_activity WHERE query LIKE 'DO %'"))[0]?.['pid'],
  );
}

async function uidOf(pid: number): Promise<number> {
  return Number(/^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
