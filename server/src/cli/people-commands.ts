import { memberRoles, type MemberRole } from '@cottontree/contract';
import { Option, type Command } from 'commander';
import { inviteFromHere, openAccounts, resetFromHere } from '../modules/accounts/index.ts';
import { findMerchant } from '../modules/merchants/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';

type InviteOptions = {
  readonly merchant: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly json?: boolean;
};
type ResetOptions = { readonly email: string; readonly json?: boolean };

/** `people invite` and `people reset`: for whoever runs the server, so that an owner who lost everything gets in again. */
export function peopleCommands(): readonly Command[] {
  return [inviteCommand(), resetCommand()];
}

function inviteCommand(): Command {
  return describeCommand('invite', 'invite somebody to a merchant, and print the link')
    .requiredOption('--merchant <id>', 'mch_…')
    .requiredOption('--email <email>', 'what the person will sign in with')
    .addOption(new Option('--role <role>', 'what the person may do').choices(memberRoles).default('owner'))
    .action((options: InviteOptions) =>
      answerFromRuntime(options, async ({ context, config }) => {
        const merchant = await findMerchant(context.store.system, options.merchant);
        if (!merchant) throw new Error(`There is no merchant ${options.merchant}.`);
        const accounts = openAccounts(context, { mails: config.notices.smtpUrl !== null });
        const { id, link, mailed } = await context.store.system.transaction((tx) =>
          inviteFromHere(tx, accounts, { merchant, email: options.email, role: options.role }),
        );
        return {
          json: { id, link, mailed },
          text: told('Open this to join', { email: options.email, link, mailed }),
        };
      }),
    );
}

function resetCommand(): Command {
  return describeCommand('reset', 'make a link that sets a new password, and print it')
    .requiredOption('--email <email>', 'what the person signs in with')
    .option('--second-factor', 'switch the authenticator app off as well, for who lost it and the codes')
    .action((options: ResetOptions & { readonly secondFactor?: boolean }) =>
      answerFromRuntime(options, async ({ context, config }) => {
        const accounts = openAccounts(context, { mails: config.notices.smtpUrl !== null });
        const made = await resetFromHere(accounts, {
          email: options.email,
          endsSecondFactor: options.secondFactor === true,
        });
        if (!made) throw new Error(`Nobody signs in with ${options.email}.`);
        return {
          json: made,
          text: told('Open this to set a new password', { email: options.email, ...made }),
        };
      }),
    );
}

type Told = { readonly email: string; readonly link: string; readonly mailed: boolean };

/** A link to hand on, told once. */
export function told(what: string, { email, link, mailed }: Told): string {
  const also = mailed ? `It goes to ${email} by e-mail too.` : `Hand it to ${email}: no mail server is set.`;
  return `${what}, told once:\n  ${link}\n${also}`;
}
