import type { Command } from 'commander';
import { migrate } from '../store/index.ts';
import { answer, describeCommand } from './answer.ts';
import { refuseWithoutDatabase } from './refuse-without-database.ts';
import { withDatabase } from './with-database.ts';

type Options = { readonly dryRun?: boolean; readonly json?: boolean };

/** `migrate` */
export function migrateCommand(): Command {
  return describeCommand('migrate', "bring the database's schema up to date")
    .option('--dry-run', 'only say what would be done')
    .action((options: Options) =>
      answer(options, async (around) => {
        const dryRun = options.dryRun === true;
        if (dryRun) await refuseWithoutDatabase(around.config);
        return withDatabase(around, async (connection) => {
          const { migrations, functions, version } = await migrate({ connection, log: around.log, dryRun });
          return {
            json: { dry_run: dryRun, version, migrations, functions },
            text: textOf([...migrations, ...functions], { dryRun, version }),
          };
        });
      }),
    );
}

function textOf(
  news: readonly string[],
  { dryRun, version }: { readonly dryRun: boolean; readonly version: number },
): string {
  if (news.length === 0) return `The schema is up to date, at version ${version}.`;
  return [
    dryRun ? `The schema is at version ${version}. To do:` : `The schema is at version ${version} now. Done:`,
    ...news.map((name) => `  ${name}`),
  ].join('\n');
}
