import type { Command } from 'commander';
import { addDriver } from '../shipping/index.ts';
import { answerOnGround, describeCommand } from './answer.ts';

type Options = { readonly name: string; readonly phone: string; readonly vehicle: string; readonly plate: string; readonly json?: boolean };

/** `drivers add` */
export function addDriverCommand(): Command {
  return describeCommand('add', 'add a driver, to whom any merchant\'s delivery can be given')
    .requiredOption('--name <name>', 'what the driver is called')
    .requiredOption('--phone <number>', 'in international form, or as dialled in Sierra Leone')
    .option('--vehicle <type>', 'what the driver comes with', 'motorbike')
    .option('--plate <plate>', 'what stands on it', 'none')
    .action((options: Options) =>
      answerOnGround(options, async ({ context }) => {
        const { created_at, ...driver } = await addDriver(context, { ...options, vehicleType: options.vehicle });
        return { json: { ...driver, created_at: created_at.toISOString() }, text: `Added ${driver.name}, ${driver.phone}: ${driver.id}.` };
      }),
    );
}
