import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  exportRateCard,
  importRateCard,
  importZones,
  listRateCardVersions,
  publishRateCardVersion,
} from '../modules/shipping/index.ts';
import { answerFromRuntime, describeCommand, table } from './answer.ts';
import { readWholeNumber } from './read-option.ts';

type Options = { readonly json?: boolean };

/** `rate-cards list`, `export`, `import` and `publish` */
export function rateCardsCommands(): readonly Command[] {
  return [listCommand(), exportCommand(), importCommand(), publishCommand()];
}

function listCommand(): Command {
  return describeCommand('list', 'versions of the rate card, newest first').action((options: Options) =>
    answerFromRuntime(options, async ({ context }) => {
      const cards = await listRateCardVersions(context);
      const rows = cards.map((card) => [
        String(card.version),
        card.in_force ? 'in force' : card.status,
        card.effective_at ?? '',
        card.published_by ?? card.created_by ?? '',
        card.note ?? '',
      ]);
      return {
        json: cards,
        text: table(['VERSION', 'STATUS', 'EFFECTIVE', 'BY', 'NOTE'], rows, 'There is no rate card.'),
      };
    }),
  );
}

function exportCommand(): Command {
  return describeCommand('export', 'print the figures of a card as JSON, to be edited and imported again')
    .argument('[version]', 'which one; the card in force, if left out', readWholeNumber)
    .action((version: number | undefined, options: Options) =>
      answerFromRuntime(options, async ({ context }) => {
        const figures = await exportRateCard(context, version ?? null);
        return { json: figures, text: JSON.stringify(figures, null, 2) };
      }),
    );
}

function importCommand(): Command {
  return describeCommand(
    'import',
    'draft a card from a file; figures it leaves out are those of the card in force',
  )
    .argument('<file>', 'JSON as export prints it')
    .option('--note <text>', 'what the card is for')
    .action((file: string, options: Options & { readonly note?: string }) =>
      answerFromRuntime(options, async ({ context }) => {
        const version = await importRateCard(context, {
          figures: await readJsonFile(file),
          note: options.note ?? null,
        });
        return {
          json: { version },
          text: `Drafted rate card ${version}. Nothing is priced by it until: rate-cards publish ${version}`,
        };
      }),
    );
}

function publishCommand(): Command {
  return describeCommand('publish', 'price new quotes by a draft, on every node within 5 seconds')
    .argument('<version>', 'of the draft', readWholeNumber)
    .option('--effective-at <time>', 'when it takes effect, ISO 8601; now, if left out')
    .action((version: number, options: Options & { readonly effectiveAt?: string }) =>
      answerFromRuntime(options, async ({ context }) => {
        const effectiveAt = await publishRateCardVersion(context, {
          version,
          effectiveAt: options.effectiveAt,
        });
        return {
          json: { version, effective_at: effectiveAt.toISOString() },
          text: `Rate card ${version} prices from ${effectiveAt.toISOString()} on.`,
        };
      }),
    );
}

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

/** What a JSON file holds; one sentence where it cannot be read. */
async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${error.code}).`);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}.`, { cause: error });
  }
}
