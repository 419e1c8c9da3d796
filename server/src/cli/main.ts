import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { addDriverCommand, setPinCommand } from './driver-commands.ts';
import { backupCommand, restoreCommand } from './backup-command.ts';
import { callCommands } from './call-commands.ts';
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './key-commands.ts';
import { createOperatorCommand, listOperatorsCommand } from './operator-commands.ts';
import { createMerchantCommand, listMerchantsCommand, updateMerchantCommand } from './merchant-commands.ts';
import { distributeCommand } from './distribute-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { importZonesCommand, rateCardsCommands } from './shipping-commands.ts';
import { initCommand } from './init-command.ts';
import { listenCommand } from './listen-command.ts';
import { migrateCommand } from './migrate-command.ts';
import { moveCommand } from './move-command.ts';
import { peopleCommands } from './people-commands.ts';
import { rotateSecretKeyCommand } from './rotate-secret-key-command.ts';
import { startCommand } from './start-command.ts';
import { triggerCommand } from './trigger-command.ts';
import { verifyCommand } from './verify-command.ts';

outlastReaders();

/** `server/src/cli`, and the bundle in `dist`, lie this deep below the package's own description. */
const LEVELS_MAX = 3;

void main();

/** The command line: runs what its arguments say; a failure is one sentence on standard error and exit code 1. */
async function main(): Promise<void> {
  const program = new Command('cottontree')
    .description(
      'Merchant services anyone can run: shipping, payments, tickets, till, invoices and signed webhooks.',
    )
    .helpOption('-h, --help', 'say how it is used')
    .version(await readVersion(), '-V, --version', 'say which version it is')
    .helpCommand(false)
    .showHelpAfterError('(--help says how it is used)')
    .addHelpText('beforeAll', ({ command }) => refuseUnknown(command))
    .addCommand(startCommand())
    .addCommand(migrateCommand())
    .addCommand(verifyCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(moveCommand())
    .addCommand(doctorCommand())
    .addCommand(distributeCommand())
    .addCommand(rotateSecretKeyCommand())
    .addCommand(listenCommand())
    .addCommand(triggerCommand())
    .addCommand(initCommand());
  for (const command of callCommands()) program.addCommand(command);
  program
    .addCommand(
      group('merchants', 'who sells', [
        createMerchantCommand(),
        updateMerchantCommand(),
        listMerchantsCommand(),
      ]),
    )
    .addCommand(group('keys', 'API keys', [createKeyCommand(), listKeysCommand(), revokeKeyCommand()]))
    .addCommand(
      group('operators', 'people of the platform', [createOperatorCommand(), listOperatorsCommand()]),
    )
    .addCommand(group('people', 'people of merchants', peopleCommands()))
    .addCommand(group('drivers', 'who carries parcels', [addDriverCommand(), setPinCommand()]))
    .addCommand(group('rate-cards', 'what a way costs', rateCardsCommands()))
    .addCommand(group('zones', 'where parcels are carried', [importZonesCommand()]));
  try {
    await program.parseAsync(withoutRemark(process.argv));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Who reads along may go (`| head`), and a disk may be full: the command ends what it does, and says in one sentence what could not be written. */
function outlastReaders(): void {
  let told = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || told) return;
    told = true;
    process.exitCode = 1;
    process.stderr.write(`The answer could not be written (${error.code}).\n`);
  });
  process.stderr.on('error', () => undefined);
}

function group(name: string, description: string, commands: readonly Command[]): Command {
  const grouped = new Command(name)
    .description(description)
    .helpOption('-h, --help', 'say how it is used')
    .helpCommand(false);
  for (const command of commands) grouped.addCommand(command);
  return grouped;
}

/** Who asks how a command is used that is none is told so, and not how the others are. */
function refuseUnknown(command: Command): string {
  const [word] = command.args;
  if (command.commands.length > 0 && word !== undefined && !word.startsWith('-'))
    command.error(`error: unknown command '${word}'`);
  return '';
}

/** Some shells take `# what follows` for words of the command: whoever pastes a line with a remark means the command alone. */
function withoutRemark(words: readonly string[]): string[] {
  const at = words.indexOf('#');
  return at < 0 ? [...words] : words.slice(0, at);
}

/** The version of this program, as its package tells it. */
async function readVersion(): Promise<string> {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS_MAX; level += 1, folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
    if (text !== null) return String(Object(JSON.parse(text)).version);
  }
  return 'unknown';
}
