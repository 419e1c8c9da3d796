import type { Command } from 'commander';
import { createMerchant } from '../modules/merchants/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';

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
      answerFromRuntime(options, async ({ context }) => {
        const { id, name, time_zone, currency } = await createMerchant(context, options);
        return {
          json: { id, name },
          text: `Created ${name}: ${id} (${time_zone}, ${currency}).\nNext: cottontree keys create --merchant ${id} --mode test`,
        };
      }),
    );
}
