import type { Command } from 'commander';
import { listUserAccounts, presentUser } from '../modules/accounts/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';
import { table } from './table.ts';

/** `operators list` */
export function listOperatorsCommand(): Command {
  return describeCommand('list', 'list the people of the platform, newest first').action(
    (options: { readonly json?: boolean }) =>
      answerFromRuntime(options, async ({ context }) => {
        const users = (await listUserAccounts(context.store.system.slow)).map(presentUser);
        const rows = users.map(({ id, name, email, role, status, last_signed_in_at }) => [
          id,
          name,
          email,
          role,
          status,
          last_signed_in_at ?? 'never',
        ]);
        return {
          json: users,
          text: table(
            ['ID', 'NAME', 'E-MAIL', 'ROLE', 'STATUS', 'SIGNED IN'],
            rows,
            'There is nobody yet: cottontree operators create --name … --email … --role operator',
          ),
        };
      }),
  );
}
