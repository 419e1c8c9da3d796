import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { importZones } from '../shipping/index.ts';
import { answerOnGround, describeCommand } from './answer.ts';

/** `zones import` */
export function importZonesCommand(): Command {
  return describeCommand('import', 'add zones, or change those whose code is known; the others stay')
    .argument('<file>', 'JSON: {"zones": [{"code", "name", "kind", "center", "radius_km", …}]}')
    .action((file: string, options: { readonly json?: boolean }) =>
      answerOnGround(options, async ({ context }) => {
        const written = await importZones(context, await readJson(file));
        const same = written.zones - written.added - written.changed;
        return { json: written, text: `Read ${written.zones} zones: ${written.added} added, ${written.changed} changed, ${same} as they were.` };
      }),
    );
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${error.code}).`);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}.`, { cause: error });
  }
}
