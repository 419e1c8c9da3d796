import type { Command } from 'commander';
import type { Violation } from '../core/violation.ts';
import { verifyMerchants } from '../merchants/index.ts';
import { verifyShipping } from '../shipping/index.ts';
import { readSnapshot } from '../store/index.ts';
import { verifyWebhooks } from '../webhooks/index.ts';
import { answerOnGround, describeCommand } from './answer.ts';
import { countVerifiedRows } from './verified-rows.queries.ts';

/** Each room's own checks. */
const ROOMS = [verifyMerchants, verifyShipping, verifyWebhooks];

/** `verify` */
export function verifyCommand(): Command {
  return describeCommand('verify', 'prove on the live database that what is promised holds; exit code 1 and the rows where it does not').action((options: { readonly json?: boolean }) =>
    answerOnGround(options, ({ ownerConnection }) =>
      readSnapshot(ownerConnection, async (runner) => {
        const rows = await countVerifiedRows(runner);
        const violations: Violation[] = [];
        for (const verify of ROOMS) violations.push(...(await verify(runner)));
        const ok = violations.length === 0;
        return { json: { ok, rows, violations }, text: [...violations.map(describe), summary(ok, rows)].join('\n'), bad: !ok };
      }),
    ),
  );
}

function describe({ check, count, examples }: Violation): string {
  const left = count - examples.length;
  return [`Broken: ${check}, ${count} ${count === 1 ? 'row' : 'rows'}`, ...examples.map((example) => `  ${example}`), ...(left > 0 ? [`  … and ${left} more`] : [])].join('\n');
}

function summary(ok: boolean, rows: Readonly<Record<string, number>>): string {
  const looked = Object.entries(rows).map(([name, count]) => `${count} ${name}`).join(', ');
  return `${ok ? 'Everything that is promised holds' : 'Not everything that is promised holds'}. Looked at ${looked}.`;
}
