import type { Command } from 'commander';
import { givePin, openAccounts } from '../modules/accounts/index.ts';
import { readPin } from '../kernel/secrets/read-pin.ts';
import { addDriver } from '../modules/shipping/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';

type NewDriver = {
  readonly name: string;
  readonly phone: string;
  readonly vehicle: string;
  readonly plate: string;
  readonly pin?: string;
  readonly json?: boolean;
};

/** `drivers add` */
export function addDriverCommand(): Command {
  return describeCommand('add', "add a driver, to whom any merchant's delivery can be given")
    .requiredOption('--name <name>', 'what the driver is called')
    .requiredOption('--phone <number>', 'in international form, or as dialled in Sierra Leone')
    .option('--vehicle <type>', 'what the driver comes with', 'motorbike')
    .option('--plate <plate>', 'what stands on it', 'none')
    .option('--pin <digits>', 'what the driver signs in with, 4 to 8 digits; made if left out')
    .action((options: NewDriver) =>
      answerFromRuntime(options, async ({ context }) => {
        if (options.pin !== undefined) readPin(options.pin, 'pin');
        const { created_at, ...driver } = await addDriver(context, {
          ...options,
          vehicleType: options.vehicle,
        });
        const { madePin } = await givePin(openAccounts(context), { driver: driver.id, pin: options.pin });
        const shown = madePin === null ? '' : ` PIN, shown only here: ${madePin}`;
        return {
          json: { ...driver, created_at: created_at.toISOString(), pin: madePin },
          text: `Added ${driver.name}, ${driver.phone}: ${driver.id}.${shown}`,
        };
      }),
    );
}

type NewPin = { readonly pin?: string; readonly json?: boolean };

/** `drivers pin DRIVER` */
export function setPinCommand(): Command {
  return describeCommand('pin', 'give a driver a new PIN; the driver is signed out everywhere')
    .argument('<driver>', 'id or phone of the driver')
    .option('--pin <digits>', '4 to 8 digits; made and shown once if left out')
    .action((named: string, options: NewPin) =>
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
