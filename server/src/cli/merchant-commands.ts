import type { Command } from 'commander';
import { formatTime } from '@cottontree/contract';
import { typed } from '../config.ts';
import { inviteFromHere, openAccounts } from '../modules/accounts/index.ts';
import {
  createMerchant,
  listMerchants,
  updateMerchant,
  type MerchantRecord,
  type MerchantUpdate,
} from '../modules/merchants/index.ts';
import { answerFromRuntime, describeCommand, table } from './answer.ts';
import { told } from './people-commands.ts';
import { readWholeNumber } from './read-option.ts';

type NewMerchant = {
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
    .action((options: NewMerchant) =>
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
          text: `Created ${name}: ${id} (${time_zone}, ${currency}).\n${told('The owner signs up here', { email, link, mailed })}\nNext: ${typed(`keys create --merchant ${id} --mode test`)}`,
        };
      }),
    );
}

type MerchantChange = MerchantUpdate & { readonly json?: boolean };

/** `merchants update` */
export function updateMerchantCommand(): Command {
  return describeCommand('update', 'change a merchant; what is not named stays')
    .argument('<id>', 'the merchant, mch_…')
    .option('--name <name>', 'what the merchant is called')
    .option('--email <email>', 'where its owner is reached')
    .option('--store-name <name>', 'what recipients see')
    .option('--time-zone <zone>', 'IANA name, such as Africa/Freetown')
    .option('--reads-per-second <number>', 'how fast one key may read', readWholeNumber)
    .option('--writes-per-second <number>', 'how fast one key may write', readWholeNumber)
    .option('--status <status>', 'active, or suspended: its keys are refused')
    .action((id: string, options: MerchantChange) =>
      answerFromRuntime(options, async ({ context }) => {
        const merchant = showMerchant(await updateMerchant(context, id, options));
        const { name, store_name, time_zone, status, reads_per_second, writes_per_second } = merchant;
        return {
          json: merchant,
          text: `${name} (${id}) is ${status}: store ${store_name}, ${time_zone}, ${reads_per_second} reads/s, ${writes_per_second} writes/s.`,
        };
      }),
    );
}

/** `merchants list` */
export function listMerchantsCommand(): Command {
  return describeCommand('list', 'list the merchants, oldest first').action(
    (options: { readonly json?: boolean }) =>
      answerFromRuntime(options, async ({ context }) => {
        const merchants = (await listMerchants(context.store.system.slow)).map(showMerchant);
        const rows = merchants.map(({ id, name, email, country, status }) => [
          id,
          name,
          email,
          country,
          status,
        ]);
        return {
          json: merchants,
          text: table(
            ['ID', 'NAME', 'E-MAIL', 'COUNTRY', 'STATUS'],
            rows,
            `There are no merchants yet: ${typed('merchants create --name … --email …')}`,
          ),
        };
      }),
  );
}

function showMerchant(merchant: MerchantRecord) {
  return { ...merchant, created_at: formatTime(merchant.created_at) };
}
