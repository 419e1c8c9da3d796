import { formatTime } from '@cottontree/contract';
import type { Command } from 'commander';
import { listMerchants, type MerchantRecord } from '../modules/merchants/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';
import { table } from './table.ts';

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
            'There are no merchants yet: cottontree merchants create --name … --email …',
          ),
        };
      }),
  );
}

export function showMerchant(merchant: MerchantRecord) {
  return { ...merchant, created_at: formatTime(merchant.created_at) };
}
