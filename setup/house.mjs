import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from './prepare.mjs';

/** Measures how the house is built and prints it as a table; `--files` also names the files that each request runs through. */
await installed();
const { readSources } = await import('./house/read-sources.mjs');
const { countCasts, countTwins, measureFunctions, measureLines } = await import('./house/measure-text.mjs');
const { measureImports } = await import('./house/measure-imports.mjs');

const sources = readSources('server/src');
const lines = measureLines(sources);
const functions = measureFunctions(sources);
const imports = measureImports(sources);
const twins = countTwins(sources);
const followed = await followRequests();
const perThousand = (count) => ((count * 1_000) / lines.lines).toFixed(1);
const filesIn = (rings) => rings.reduce((sum, ring) => sum + ring.length, 0);

const rows = [
  ['source files in server/src, without tests', String(sources.length), '≤ 1,100'],
  ['lines that hold anything', String(lines.lines), ''],
  ['characters a line', lines.charactersALine.toFixed(0), 'the formatter decides'],
  [
    `lines over ${lines.longLineCharacters} characters`,
    `${(lines.longShare * 100).toFixed(1)} %`,
    '0 but strings',
  ],
  ['function p50 / p90 / max lines', `${functions.p50} / ${functions.p90} / ${functions.max}`, '8 / 25 / 70'],
  ['imports per 1,000 lines', perThousand(imports.imports), '≤ 60'],
  ['`as` casts per 1,000 lines', perThousand(countCasts(sources)), '≤ 3'],
  ['files with one importer', String(imports.withOneImporter), '≤ 200'],
  [
    'rings of files that import each other, types counted',
    `${imports.rings.length} (${filesIn(imports.rings)} files)`,
    '0',
  ],
  ['the same, without types', `${imports.valueRings.length} (${filesIn(imports.valueRings)} files)`, '0'],
  [
    'names that several exported types share',
    `${twins.names}${twins.commonest ? ` (${twins.commonest[0]} ×${twins.commonest[1]})` : ''}`,
    '0',
  ],
  [
    'files entered: track / create / sale / webhook',
    ['track', 'create', 'sale', 'webhook'].map((name) => followed[name].length).join(' / '),
    '≤ 20 / 25 / 30 / 18',
  ],
];
print(['', 'measured', 'goal'], rows);
if (process.argv.includes('--files'))
  for (const [name, files] of Object.entries(followed)) console.log(`\n${name}\n  ${files.join('\n  ')}`);

/** A service on a database of its own answers four requests; what it runs through is written down. */
async function followRequests() {
  const { runBundled } = await import('./run-bundled.mjs');
  const folder = await mkdtemp(join(tmpdir(), 'cottontree-house-'));
  try {
    const answer = join(folder, 'followed.json');
    if ((await runBundled('setup/house/follow-requests.ts', [answer])) !== 0)
      throw new Error('The four requests could not be followed.');
    return JSON.parse(await readFile(answer, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function print(head, body) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  console.log([line(head), line(head.map(() => '---')), ...body.map(line)].join('\n'));
}
