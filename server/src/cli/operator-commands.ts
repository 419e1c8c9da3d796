import { userRoles } from '@cottontree/contract';
import { Option, type Command } from 'commander';
import { typed } from '../config.ts';
import { createUserAccount, listUserAccounts, openAccounts, presentUser } from '../modules/accounts/index.ts';
import { answerFromRuntime, describeCommand, table } from './answer.ts';

type Options = {
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly password?: string;
  readonly json?: boolean;
};

/** `operators create` */
export function createOperatorCommand(): Command {
  return describeCommand(
    'create',
    'add a person of the platform, who signs in to direct couriers or to handle their cash',
  )
    .requiredOption('--name <name>', 'what the person is called')
    .requiredOption('--email <email>', 'what the person signs in with')
    .addOption(new Option('--role <role>', 'what the person may do').choices(userRoles).makeOptionMandatory())
    .option('--password <password>', '10 to 128 characters; made and shown once if left out')
    .action((options: Options) =>
      answerFromRuntime(options, async ({ context }) => {
        const { user, madePassword } = await createUserAccount(openAccounts(context), options);
        const shown = madePassword === null ? '' : `\nPassword, shown only here: ${madePassword}`;
        return {
          json: { ...presentUser(user), password: madePassword },
          text: `Created ${user.name}, ${user.email}, as ${user.role}: ${user.id}.${shown}`,
        };
      }),
    );
}

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
            `There is nobody yet: ${typed('operators create --name … --email … --role operator')}`,
          ),
        };
      }),
  );
}
