import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { describeDocument, DOCUMENT } from './document.mjs';
import { fetchPackage, notFetched, runPackage } from './foreign.mjs';

const PACKAGE = '@redocly/cli';
const VERSION = '2.77.0';
const SETTINGS = 'node_modules/.cache/audit/redocly.yaml';
const RULES = {
  extends: ['recommended'],
  rules: {
    // `/webhooks/messages/{id}` beside `/webhooks/{id}/enable`: the first comes from the specification; ids of endpoints begin with we_, so no path has two readings.
    'no-ambiguous-paths': 'off',
  },
};

/** Redocly's recommended rules over the OpenAPI document. */
export const redocly = {
  name: 'redocly',
  async run() {
    const place = await fetchPackage(PACKAGE, VERSION);
    if (place === null) return notFetched(PACKAGE, VERSION);
    await writeFile(join(root, SETTINGS), JSON.stringify(RULES));
    const { output, errors } = await runPackage(place, {
      bin: 'redocly',
      args: ['lint', DOCUMENT, `--config=${SETTINGS}`, '--format=json', '--max-problems=1000'],
    });
    await rm(join(root, SETTINGS));
    const { problems } = parse(output, errors);
    return {
      version: VERSION,
      looked: await describeDocument(),
      findings: problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`,
      ),
    };
  },
};

function parse(output, errors) {
  try {
    return JSON.parse(output);
  } catch {
    throw new Error(`Redocly said no result: ${errors.slice(-1_000)}`);
  }
}
