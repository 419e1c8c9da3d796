import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Migration = {
  readonly version: number;
  /** The file's name without `.sql`, e.g. `0001-kernel`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, in hex. */
  readonly checksum: string;
  /** Of texts that made the same, which stand in databases of before: lines `-- Formerly 64053a…`. */
  readonly formerly: readonly string[];
  /** Whether it makes, with others that say so, what all unfolded ones made together. */
  readonly isFolded: boolean;
};

/** `unfolded`: the steps by which databases and backups of before the fold go on, until they stand where the folded ones lead. */
export type MigrationFiles = {
  readonly migrations: readonly Migration[];
  readonly unfolded: readonly Migration[];
};

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
const UNFOLDED = 'unfolded';
const SAYS_FOLDED = /^-- Folded\b/;
const SAYS_FORMERLY = /^-- Formerly ([0-9a-f]{64})\b/gm;
/** `server/src/store` and the bundle in `server/dist` lie this deep below `server`. */
const LEVELS_MAX = 3;

/** The migrations of a folder in their order; throws on a stray name, a number used twice, or a statement that would break the transaction. */
export async function readMigrations(dir: string): Promise<MigrationFiles> {
  const names = await readdir(dir);
  const migrations = await readFolder(dir, names);
  if (migrations.length === 0) throw new Error(`There are no migrations in ${dir}.`);
  const before = join(dir, UNFOLDED);
  return {
    migrations,
    unfolded: names.includes(UNFOLDED) ? await readFolder(before, await readdir(before)) : [],
  };
}

async function readFolder(dir: string, files: readonly string[]): Promise<readonly Migration[]> {
  const names = files.filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(dir, name)));
  migrations.forEach((migration, index) => {
    const before = migrations[index - 1];
    if (before?.version === migration.version)
      throw new Error(
        `${before.name}.sql and ${migration.name}.sql have the same number: give the newer one the next.`,
      );
  });
  return migrations;
}

/** The folders `server/migrations` and `server/sql/functions`, seen from the source as well as from the built server. */
export async function findMigrations(): Promise<{
  readonly dir: string;
  readonly functionsDir: string;
  readonly appVersion: string;
}> {
  let parent = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS_MAX; level += 1, parent = dirname(parent)) {
    const dir = join(parent, 'migrations');
    const files = await readdir(dir).catch(() => []);
    if (files.some((name) => FILE_NAME.test(name)))
      return { dir, functionsDir: join(parent, 'sql/functions'), appVersion: await readVersion(parent) };
  }
  throw new Error(
    'The folder server/migrations is missing: put the whole release back, not only its bundle.',
  );
}

async function readMigration(dir: string, fileName: string): Promise<Migration> {
  const [, number] = FILE_NAME.exec(fileName) ?? [];
  if (number === undefined)
    throw new Error(`${join(dir, fileName)} must be named like 0001-what-it-brings.sql.`);
  // A checkout on Windows must not look like another text.
  const sql = (await readFile(join(dir, fileName), 'utf8')).replaceAll('\r\n', '\n');
  const breaks = /^[ \t]*(BEGIN|START TRANSACTION|COMMIT|END|ROLLBACK|ABORT)( WORK| TRANSACTION)?\s*;/im.exec(
    withoutBodies(sql),
  );
  if (breaks)
    throw new Error(
      `${fileName} says ${breaks[1]}: it runs in one transaction, which it must neither begin nor end.`,
    );
  return {
    version: Number(number),
    name: fileName.replace(/\.sql$/, ''),
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    formerly: [...sql.matchAll(SAYS_FORMERLY)].map(([, checksum = '']) => checksum),
    isFolded: SAYS_FOLDED.test(sql),
  };
}

/** Without what stands between dollar quotes, where BEGIN and END mean a block. */
function withoutBodies(sql: string): string {
  return sql.replaceAll(/(\$\w*\$)[\s\S]*?\1/g, '');
}

async function readVersion(dir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as { version: string };
  return version;
}
