import type { Command } from 'commander';
import { importZones } from '../modules/shipping/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';
import { readJsonFile } from './read-json-file.ts';

/** `zones import` */
export function importZonesCommand(): Command {
  return describeCommand('import', 'add zones, or change those whose code is known; the others stay')
    .argument('<file>', 'JSON: {"zones": [{"code", "name", "kind", "center", "radius_km", …}]}')
    .action((file: string, options: { readonly json?: boolean }) =>
      answerFromRuntime(options, async ({ context }) => {
        const written = await importZones(context, await readJsonFile(file));
        const same = written.zones - written.added - written.changed;
        return {
          json: written,
          text: `Read ${written.zones} zones: ${written.added} added, ${written.changed} changed, ${same} as they were.`,
        };
      }),
    );
}
