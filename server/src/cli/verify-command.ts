import type { Command } from 'commander';
import { typed } from '../config.ts';
import type { Violation } from '../kernel/call/failure.ts';
import { verifyModules } from '../modules.ts';
import { readSnapshotApart } from '../store/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';
import { listOf } from './examine-sealed.ts';
import { countFormer, type SealedCount } from './reseal/reseal-all.ts';
import { countVerifiedRows } from './verified-rows.queries.ts';

/** `verify` */
export function verifyCommand(): Command {
  return describeCommand(
    'verify',
    'prove on the live database that what is promised holds; exit code 1 and the rows where it does not',
  ).action((options: { readonly json?: boolean }) =>
    answerFromRuntime(
      options,
      ({ context, snapshotPlaces }) =>
        readSnapshotApart(snapshotPlaces, async (runner) => {
          const rows = await countVerifiedRows(runner);
          const violations = [...(await verifyModules(runner, context))];
          const sealed = await countFormer(runner, context.vault.keyIds);
          violations.push(...verifySealed(sealed));
          const ok = violations.length === 0;
          return {
            json: { ok, rows, violations, under_former_keys: formerOf(sealed) },
            text: [...violations.map(describe), ...noteFormer(sealed), summary(ok, rows)].join('\n'),
            bad: !ok,
          };
        }),
      { otherKey: 'told' },
    ),
  );
}

/** What no key here opens is as good as lost. */
function verifySealed(counts: readonly SealedCount[]): readonly Violation[] {
  const lost = counts.filter(({ unknown }) => unknown > 0);
  if (lost.length === 0) return [];
  return [
    {
      check: 'verify.everySealedValueOpens',
      count: lost.reduce((sum, { unknown }) => sum + unknown, 0),
      examples: lost.map(
        ({ column, unknown }) => `${unknown} of ${column} under a secret key that is not here`,
      ),
    },
  ];
}

function formerOf(counts: readonly SealedCount[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    counts.filter(({ former }) => former > 0).map(({ column, former }) => [column, former]),
  );
}

function noteFormer(counts: readonly SealedCount[]): readonly string[] {
  const former = listOf(counts, 'former');
  return former === ''
    ? []
    : [`Still under a former secret key: ${former}. ${typed('rotate-secret-key')} seals them anew.`];
}

function describe({ check, count, examples }: Violation): string {
  const left = count - examples.length;
  return [
    `Broken: ${check}, ${count} ${count === 1 ? 'row' : 'rows'}`,
    ...examples.map((example) => `  ${example}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
  ].join('\n');
}

function summary(ok: boolean, rows: Readonly<Record<string, number>>): string {
  const looked = Object.entries(rows)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
  return `${ok ? 'Everything that is promised holds' : 'Not everything that is promised holds'}. Looked at ${looked}.`;
}
