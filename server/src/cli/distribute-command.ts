import type { Command } from 'commander';
import { declaredStatements, readSnapshot } from '../store/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';
import { describeDistribution, readDistribution } from './distribute/read-distribution.ts';

/** `distribute` */
export function distributeCommand(): Command {
  return describeCommand(
    'distribute',
    'say how Citus would spread the database over several machines, and what stands against it; changes nothing',
  )
    .requiredOption('--plan', 'print the commands; nothing else can be done with them yet')
    .action((options: { readonly json?: boolean }) =>
      answerFromRuntime(options, ({ ownerConnection }) =>
        readSnapshot(ownerConnection, async (runner, client) => {
          const { plan, statements } = await readDistribution({ runner, client }, declaredStatements());
          return {
            json: {
              tables: Object.fromEntries(plan.placements),
              obstacles: plan.obstacles,
              statements,
              commands: plan.commands,
            },
            text: describeDistribution({ plan, statements }),
          };
        }),
      ),
    );
}
