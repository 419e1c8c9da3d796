import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { onServer } from '../../test/kit/database.ts';
import { makeDatabase, startService, type TestService } from '../../test/kit/service.ts';
import { openSmallDisk, whyNoSmallDisk } from '../../test/kit/small-disk.ts';
import { runCommand, type Ran } from './fixtures/run-command.ts';

let folder: string;
let environment: Readonly<Record<string, string>>;
let service: TestService;
let database: Awaited<ReturnType<typeof makeDatabase>>;
let merchantId: string;

/** The commands run beside a service on the same database. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-cli-'));
  database = await makeDatabase();
  const SECRET_KEY = Buffer.alloc(32, 9).toString('base64');
  service = await startService({ databaseUrl: database.url, secretKey: SECRET_KEY });
  environment = { DATABASE_URL: database.url, SECRET_KEY, DATA_DIR: folder, PORT: '0' };
  merchantId = (
    await json<{ id: string }>('merchants', 'create', '--name', 'Kadi Foods', '--email', 'kadi@example.sl')
  ).id;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${database.name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]): Promise<Ran> => runCommand(environment, args);

async function json<T>(...args: readonly string[]): Promise<T> {
  const { code, out, err } = await run(...args, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as T;
}

type Key = {
  readonly id: string;
  readonly key: string;
  readonly kind: string;
  readonly mode: string;
  readonly scopes: readonly string[];
};
const opens = (apiKey: string): Promise<boolean> =>
  createClient({ baseUrl: service.baseUrl, apiKey, retries: 0 })
    .listZones()
    .then(
      () => true,
      () => false,
    );

describe('merchants', () => {
  test('create prints the id and the name', async () => {
    expect(
      await json(
        'merchants',
        'create',
        '--name',
        'Sulima Fish',
        '--email',
        'fish@example.sl',
        '--country',
        'LR',
      ),
    ).toEqual({
      id: expect.stringMatching(/^mch_/),
      name: 'Sulima Fish',
      owner: {
        email: 'fish@example.sl',
        invitation: expect.stringMatching(/\/dashboard\/invitation#cit_[\w-]{43}$/),
        mailed: false,
      },
    });
  });

  test('list and update', async () => {
    expect(
      await json(
        'merchants',
        'update',
        merchantId,
        '--store-name',
        "Kadi's Kitchen",
        '--reads-per-second',
        '7',
      ),
    ).toMatchObject({ id: merchantId, store_name: "Kadi's Kitchen", reads_per_second: 7 });
    expect(await json('merchants', 'list')).toContainEqual(
      expect.objectContaining({ id: merchantId, name: 'Kadi Foods', country: 'SL' }),
    );
  });
});

describe('keys', () => {
  test('create prints a key that opens at once; in test mode it may do everything', async () => {
    const key = await json<Key>(
      'keys',
      'create',
      '--merchant',
      merchantId,
      '--mode',
      'test',
      '--kind',
      'secret',
    );
    expect(key).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^sk_test_/),
      kind: 'secret',
      mode: 'test',
      scopes: ['*'],
    });
    expect(await opens(key.key)).toBe(true);
  });

  test('a live key needs scopes, a live public key origins', async () => {
    expect(
      await json(
        'keys',
        'create',
        '--merchant',
        merchantId,
        '--mode',
        'live',
        '--scopes',
        'shipping:read, shipping:write',
      ),
    ).toMatchObject({ mode: 'live', scopes: ['shipping:read', 'shipping:write'] });
    expect(
      await json(
        'keys',
        'create',
        '--merchant',
        merchantId,
        '--mode',
        'live',
        '--kind',
        'public',
        '--origins',
        'https://a.example.sl,https://b.example.sl',
      ),
    ).toMatchObject({ kind: 'public', scopes: [] });
    for (const args of [
      ['--kind', 'secret'],
      ['--kind', 'public'],
    ]) {
      expect(await run('keys', 'create', '--merchant', merchantId, '--mode', 'live', ...args)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/^(scopes|origins) is required.*\n$/),
      });
    }
  });

  test('revoke ends a key within seconds, and list shows when', async () => {
    const key = await json<Key>('keys', 'create', '--merchant', merchantId, '--name', 'Lost');
    expect(await opens(key.key)).toBe(true);
    await json('keys', 'revoke', key.id);
    await expect.poll(() => opens(key.key), { timeout: 60_000 }).toBe(false);
    const keys = await json<{ id: string; revoked_at: string | null }[]>(
      'keys',
      'list',
      '--merchant',
      merchantId,
      '--mode',
      'test',
    );
    expect(keys.find(({ id }) => id === key.id)?.revoked_at).toMatch(/Z$/);
  });

  test('what cannot be is one sentence and exit code 1', async () => {
    for (const [args, sentence] of [
      [['keys', 'create', '--merchant', 'mch_none'], 'There is no merchant mch_none.'],
      [['keys', 'revoke', 'key_none'], 'There is no API key key_none.'],
      [
        ['keys', 'create', '--merchant', merchantId, '--scopes', 'shipping:fly'],
        'There is no scope shipping:fly',
      ],
      [['keys', 'list', '--merchant', 'mch_none', '--json'], 'There is no merchant mch_none.'],
    ] as const) {
      expect(await run(...args)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) });
    }
  });
});

describe('people of the platform', () => {
  test('are added with a password that is shown once, and listed without it', async () => {
    const made = await json(
      'operators',
      'create',
      '--name',
      'Hawa Bangura',
      '--email',
      'Hawa@example.sl',
      '--role',
      'operator',
    );
    expect(made).toMatchObject({
      id: expect.stringMatching(/^usr_/),
      email: 'hawa@example.sl',
      role: 'operator',
      password: expect.stringMatching(/^[a-z2-9-]{19}$/),
    });
    expect(
      await run('operators', 'create', '--name', 'Twin', '--email', 'hawa@example.sl', '--role', 'cashier'),
    ).toMatchObject({
      code: 1,
      err: 'Another person of the platform has the e-mail address hawa@example.sl.\n',
    });
    expect(
      await run(
        'operators',
        'create',
        '--name',
        'Short',
        '--email',
        'short@example.sl',
        '--role',
        'cashier',
        '--password',
        'short',
      ),
    ).toMatchObject({ code: 1, err: 'password must have 10 to 128 characters.\n' });
    const listed = await run('operators', 'list');
    expect(listed.out).toContain('hawa@example.sl');
    expect(listed.out).not.toContain(String((made as { password?: string }).password));
  });
});

describe('drivers and zones', () => {
  test('a driver is added once', async () => {
    expect(
      await json(
        'drivers',
        'add',
        '--name',
        'Isatu Conteh',
        '--phone',
        '076 555 015',
        '--vehicle',
        'keke',
        '--plate',
        'AMK 117',
      ),
    ).toMatchObject({
      id: expect.stringMatching(/^drv_/),
      phone: '+23276555015',
      vehicle_type: 'keke',
      pin: expect.stringMatching(/^\d{6}$/),
    });
    expect(await run('drivers', 'add', '--name', 'Another', '--phone', '+23276555015')).toMatchObject({
      code: 1,
      err: 'phone +23276555015 belongs to another driver.\n',
    });
    expect(
      await run('drivers', 'add', '--name', 'Another', '--phone', '076 555 016', '--pin', '1234'),
    ).toMatchObject({ code: 1, err: expect.stringContaining('pin is one that everybody tries first') });
    expect(await json('drivers', 'pin', '076 555 015', '--pin', '240791')).toMatchObject({
      driver_id: expect.stringMatching(/^drv_/),
      pin: null,
    });
    expect(await run('drivers', 'pin', 'drv_none')).toMatchObject({
      code: 1,
      err: 'There is no active driver drv_none.\n',
    });
    expect(await run('drivers', 'add', '--name', 'Another', '--phone', '12')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^phone must be a phone number/),
    });
  });

  test('rate cards are exported, imported as drafts and published; a fault is one sentence', async () => {
    const file = join(folder, 'card.json');
    const figures = await json<Record<string, unknown>>('rate-cards', 'export');
    expect(figures).toMatchObject({ currency: 'SLE', base_fee: 25 });
    await writeFile(file, JSON.stringify({ ...figures, base_fee: 26 }));
    const { version } = await json<{ version: number }>('rate-cards', 'import', file, '--note', 'Dearer');
    expect(await json('rate-cards', 'list')).toEqual([
      expect.objectContaining({ version, status: 'draft', note: 'Dearer', created_by: 'Command line' }),
      expect.objectContaining({ version: 1, in_force: true }),
    ]);
    expect(await json('rate-cards', 'publish', String(version))).toMatchObject({ version });
    await expect
      .poll(
        async () => (
          await service.server.modules.shipping.refreshMap(),
          service.server.modules.shipping.map().card.version
        ),
      )
      .toBe(version);
    expect((await run('rate-cards', 'list')).out).toMatch(/VERSION.*STATUS[^]*in force/);
    await writeFile(file, JSON.stringify({ step: 0 }));
    expect(await run('rate-cards', 'import', file)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^card\.step must be above 0/),
    });
    expect(await run('rate-cards', 'publish', String(version))).toMatchObject({
      code: 1,
      err: expect.stringContaining('was published and stays as it is'),
    });
    expect(await run('rate-cards', 'export', '99')).toMatchObject({
      code: 1,
      err: 'There is no rate card 99.\n',
    });
  });

  test('zones are added, changed, or left as they are; a file with a fault changes nothing', async () => {
    const file = join(folder, 'zones.json');
    const zone = {
      code: 'FT-TEST',
      name: 'Test Town',
      kind: 'area',
      district: 'Western Area Urban',
      center: { lat: 8.4, lng: -13.2 },
      radius_km: 1,
    };
    const importing = async (...zones: readonly object[]) => {
      await writeFile(file, JSON.stringify({ zones }));
      return run('zones', 'import', file, '--json');
    };
    expect(JSON.parse((await importing(zone)).out)).toEqual({ zones: 1, added: 1, changed: 0 });
    expect(
      JSON.parse((await importing({ ...zone, radius_km: 2 }, { ...zone, code: 'FT-TEST2' })).out),
    ).toEqual({ zones: 2, added: 1, changed: 1 });
    expect(await importing(zone, { ...zone, code: 'bad code' })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^zones\[2\]\.code must be/),
    });
    expect(
      await service.query(`SELECT code, radius_km FROM zones WHERE code LIKE 'FT-TEST%' ORDER BY code`),
    ).toEqual([
      { code: 'FT-TEST', radius_km: 2 },
      { code: 'FT-TEST2', radius_km: 1 },
    ]);
    await service.server.modules.shipping.refreshMap();
    expect(service.server.modules.shipping.map().zones.byCode.get('FT-TEST')?.name).toBe('Test Town');
    expect(await run('zones', 'import', join(folder, 'nowhere'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read (ENOENT)'),
    });
  });
});

describe('the database', () => {
  test('migrate says that there is nothing to do', async () => {
    expect(await json('migrate', '--dry-run')).toMatchObject({ dry_run: true, migrations: [] });
  });

  test('verify tells how much it looked at, and the rows that are wrong', async () => {
    const whole = await run('verify');
    expect([whole.code, whole.out]).toEqual([
      0,
      expect.stringMatching(/^Everything that is promised holds. Looked at 2 merchants, /),
    ]);
    await service.query(`INSERT INTO delivery_counters VALUES ($1, false, 'pending', 0, 3)`, [merchantId]);
    const { code, out } = await run('verify', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { ok: false, violations: [{ check: 'verify.countersEqualDeliveries', count: 1 }] },
    ]);
    await service.query('DELETE FROM delivery_counters');
  });

  test('backup and restore, under the right key only', async () => {
    const file = join(folder, 'shop.tar');
    expect(await json('backup', file)).toMatchObject({ file, rows: expect.any(Number) });
    const empty = `cli_${database.name}`;
    await onServer(inject('serverUrl'), `CREATE DATABASE ${empty}`);
    try {
      const target = {
        ...environment,
        DATABASE_URL: environment['DATABASE_URL']?.replace(database.name, empty) ?? '',
      };
      const other = { ...target, SECRET_KEY: Buffer.alloc(32, 1).toString('base64') };
      expect(await runCommand(other, ['restore', file])).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('under another secret key than that of SECRET_KEY'),
      });
      const restored = await runCommand(target, ['restore', file, '--json']);
      expect([restored.code, restored.err, JSON.parse(restored.out)]).toMatchObject([0, '', { file }]);
      expect((await runCommand(target, ['verify'])).code).toBe(0);
      expect(await runCommand(target, ['restore', file])).toMatchObject({
        code: 1,
        err: expect.stringContaining('The database is not empty'),
      });
    } finally {
      await onServer(inject('serverUrl'), `DROP DATABASE ${empty} WITH (FORCE)`);
    }
  });

  test('an embedded place without a key is told to bring it first', async () => {
    const file = join(folder, 'shop.tar');
    await json('backup', file);
    const place = join(folder, 'empty');
    expect(await runCommand({ DATA_DIR: place }, ['restore', file])).toMatchObject({
      code: 1,
      err: `${join(place, 'secret.key')} is missing, and a backup never holds the secret key: put the secret.key of the installation that was backed up there first, or give it as SECRET_KEY.\n`,
    });
  });

  test.skipIf(whyNoSmallDisk() !== null).each([20, 64])(
    'restore onto a disk of %i MiB says that it is too small, and how much it takes',
    async (mib) => {
      const file = join(folder, 'shop.tar');
      await json('backup', file);
      await using disk = await openSmallDisk(mib * 1_048_576);
      const place = join(disk.folder, 'data');
      await mkdir(place, { mode: 0o711 });
      const SECRET_KEY = environment['SECRET_KEY'] ?? '';
      const { code, err } = await runCommand({ DATA_DIR: place, SECRET_KEY }, ['restore', file]);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(
          /The disk of \S+ is full\. The restore takes about 8\d MiB there\. It had \d+ MiB\. Make room, and run it again\.\n$/,
        ),
      ]);
    },
  );

  test('restore of a file takes no word that belongs to the continuous backup', async () => {
    expect(await runCommand({ DATA_DIR: folder }, ['restore', 'shop.tar', '--lineage', 'x'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--lineage belongs to --at'),
    });
  });

  test('restore --at takes no day that no month has for the one after', async () => {
    const at = (time: string): Promise<Ran> => runCommand({ DATA_DIR: folder }, ['restore', '--at', time]);
    for (const none of ['2026-11-31T14:05', '2027-02-29 00:00Z', '2026-13-01T00:00'])
      expect(await at(none)).toMatchObject({ code: 1, err: expect.stringContaining('a moment in UTC') });
    expect((await at('2028-02-29T14:05')).err).toContain('BACKUP_TO says where');
  });

  test('doctor looks at everything', async () => {
    const { ok, findings } = await json<{ ok: boolean; findings: { check: string }[] }>('doctor');
    expect(ok).toBe(true);
    expect(findings.map(({ check }) => check)).toEqual([
      'node',
      'disk',
      'secret key',
      'database',
      'durability',
      'replication',
      'session',
      'pooler',
      'connections',
      'clock',
      'zones',
      'sealed',
      'public URL',
    ]);
  });

  test.skipIf(whyNoSmallDisk() !== null)(
    'doctor asks for no room in a data directory where no database lies',
    async () => {
      await using disk = await openSmallDisk(64 * 1_048_576);
      const { code, out } = await runCommand({ ...environment, DATA_DIR: disk.folder }, ['doctor']);
      expect([code, out]).toEqual([0, expect.stringContaining('the database keeps nothing in')]);
    },
  );

  test('distribute --plan prints a script for psql, and changes nothing', async () => {
    const { code, out, err } = await run('distribute', '--plan');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(
      "SELECT create_distributed_table('deliveries', 'merchant_id', colocate_with => 'none');",
    );
    expect(await run('distribute')).toMatchObject({ code: 1, err: expect.stringContaining('--plan') });
  });

  test('doctor --live asks a running server, from wherever it is run', async () => {
    expect((await run('backup', join(folder, 'cottontree.tar'))).code).toBe(0);
    const { ok, findings } = await json<{ ok: boolean; findings: object[] }>(
      'doctor',
      '--live',
      '--base-url',
      service.baseUrl,
      '--backups',
      folder,
    );
    expect(ok).toBe(true);
    expect(findings).toEqual([
      { check: 'address', state: 'ok', message: expect.stringContaining(' answers within ') },
      { check: 'clock', state: 'ok', message: expect.stringContaining("of this machine's") },
      { check: 'database', state: 'ok', message: 'its database answers: it may take traffic' },
      { check: 'metrics', state: 'warning', message: expect.stringContaining('METRICS_PORT') },
      { check: 'backups', state: 'ok', message: expect.stringContaining(folder) },
    ]);
  });
});

describe('help and mistakes', () => {
  test.each([[[]], [['keys', 'create']]])('%j --help says how it is used', async (args) => {
    expect(await run(...args, '--help')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Usage: cottontree/),
    });
  });

  test('a command that does not exist, and an environment that cannot be used', async () => {
    expect(await run('merchant')).toMatchObject({ code: 1, err: expect.stringContaining('unknown command') });
    for (const words of [['bogus'], ['keys', 'bogus'], ['keys', 'bogus', 'create']])
      expect(await run(...words, '--help')).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining("unknown command 'bogus'"),
      });
    expect(await runCommand({ ...environment, PORT: 'x' }, ['verify'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('PORT must be a whole number'),
    });
  });
});
