import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { describeDocument, DOCUMENT } from './document.mjs';
import { fetchPackage, notFetched, runPackage } from './foreign.mjs';

const PACKAGE = '@stoplight/spectral-cli';
const VERSION = '6.16.3';
const SETTINGS = join(root, 'node_modules/.cache/audit/spectral.json');
/** With no rule switched off. */
const RULES = { extends: ['spectral:oas'] };

/** Spectral's recommended rules over the OpenAPI document. */
export const spectral = {
  name: 'spectral',
  async run() {
    const place = await fetchPackage(PACKAGE, VERSION);
    if (place === null) return notFetched(PACKAGE, VERSION);
    await writeFile(SETTINGS, JSON.stringify(RULES));
    const { output, errors } = await runPackage(place, {
      bin: 'spectral',
      args: ['lint', DOCUMENT, '--ruleset', SETTINGS, '--format', 'json', '--quiet'],
    });
    await rm(SETTINGS);
    if (!output.trim().startsWith('[')) throw new Error(`Spectral said no result: ${errors.slice(-1_000)}`);
    const problems = JSON.parse(output);
    return {
      version: VERSION,
      looked: await describeDocument(),
      findings: problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`),
    };
  },
};
