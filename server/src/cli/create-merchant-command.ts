import type { Command } from 'commander';
import { inviteFromHere, openAccounts } from '../modules/accounts/index.ts';
import { createMerchant } from '../modules/merchants/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';
import { told } from './people-commands.ts';

type Options = {
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly json?: boolean;
};

/** `merchants create` */
export function createMerchantCommand(): Command {
  return describeCommand('create', 'add a merchant')
    .requiredOption('--name <name>', 'what the merchant and its store are called')
    .requiredOption('--email <email>', 'where its owner is reached')
    .option('--country <code>', 'ISO 3166 code; decides time zone and currency', 'SL')
    .action((options: Options) =>
      answerFromRuntime(options, async ({ context, config }) => {
        const accounts = openAccounts(context, { mails: config.notices.smtpUrl !== null });
        const { merchant, invitation } = await context.store.system.transaction(async (tx) => {
          const made = await createMerchant(context, options, tx);
          const { email } = made;
          return {
            merchant: made,
            invitation: await inviteFromHere(tx, accounts, { merchant: made, email, role: 'owner' }),
          };
        });
        const { id, name, email, time_zone, currency } = merchant;
        const { link, mailed } = invitation;
        return {
          json: { id, name, owner: { email, invitation: link, mailed } },
          text: `Created ${name}: ${id} (${time_zone}, ${currency}).\n${told('The owner signs up here', { email, link, mailed })}\nNext: cottontree keys create --merchant ${id} --mode test`,
        };
      }),
    );
}
