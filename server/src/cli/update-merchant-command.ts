import type { Command } from 'commander';
import { updateMerchant, type MerchantUpdate } from '../modules/merchants/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';
import { showMerchant } from './list-merchants-command.ts';
import { readWholeNumber } from './read-option.ts';

type Options = MerchantUpdate & { readonly json?: boolean };

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
    .action((id: string, options: Options) =>
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
