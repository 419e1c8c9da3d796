import type { Command } from 'commander';
import { givePin, openAccounts } from '../modules/accounts/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';

type Options = { readonly pin?: string; readonly json?: boolean };

/** `drivers pin DRIVER` */
export function setPinCommand(): Command {
  return describeCommand('pin', 'give a driver a new PIN; the driver is signed out everywhere')
    .argument('<driver>', 'id or phone of the driver')
    .option('--pin <digits>', '4 to 8 digits; made and shown once if left out')
    .action((named: string, options: Options) =>
      answerFromRuntime(options, async ({ context }) => {
        const { driver, madePin } = await givePin(openAccounts(context), { driver: named, pin: options.pin });
        const shown = madePin === null ? '' : ` Shown only here: ${madePin}`;
        return {
          json: { driver_id: driver.id, pin: madePin },
          text: `${driver.name}, ${driver.phone}, has a new PIN.${shown}`,
        };
      }),
    );
}
