import { writeFile } from 'node:fs/promises';
import { describeMachine } from './parts/machine.ts';
import { readOptions, type Options } from './parts/options.ts';
import { writeReport } from './parts/report.ts';
import { playRole, stopRoles } from './parts/role.ts';
import type { Bench, Plan, Result, Row } from './parts/row.ts';
import { databaseVersionSeen, removeFolders } from './parts/service.ts';
import { openDead } from './roles/dead.ts';
import { openFloor } from './roles/floor.ts';
import { openFlood } from './roles/flood.ts';
import { openJobQueue } from './roles/job-queue.ts';
import { openReceiver } from './roles/receiver.ts';
import { openServer } from './roles/server.ts';
import { bulkTrackRow } from './rows/bulk-track.ts';
import { catalogueSyncRow } from './rows/catalogue-sync.ts';
import { createRow } from './rows/create.ts';
import { csvRow } from './rows/csv.ts';
import { drainRow } from './rows/drain.ts';
import { fairnessRow } from './rows/fairness.ts';
import { growthRow } from './rows/growth.ts';
import { growthOfAllRow, growthOfOneRows } from './rows/growth-of-all.ts';
import { holdsRow } from './rows/holds.ts';
import { importRow } from './rows/import.ts';
import { invoicesRow } from './rows/invoices.ts';
import { issueRow } from './rows/issue.ts';
import { listRow } from './rows/list.ts';
import { manyRowsRow } from './rows/many-rows.ts';
import { memoryRow } from './rows/memory.ts';
import { noticesRow } from './rows/notices.ts';
import { overloadRow } from './rows/overload.ts';
import { pageRow } from './rows/page.ts';
import { paymentCallbacksRow } from './rows/payment-callbacks.ts';
import { peersRow } from './rows/peers.ts';
import { replicasRow } from './rows/replicas.ts';
import { salesRow } from './rows/sales.ts';
import { scansRow } from './rows/scans.ts';
import { searchRow } from './rows/search.ts';
import { sizeRow } from './rows/size.ts';
import { stepsRow } from './rows/steps.ts';
import { streamsRow } from './rows/streams.ts';
import { sustainRow } from './rows/sustain.ts';
import { tillRow } from './rows/till.ts';
import { trackRow } from './rows/track.ts';
import { unpreparedRow } from './rows/unprepared.ts';

const ROWS: readonly Row[] = [
  trackRow,
  createRow,
  holdsRow,
  issueRow,
  salesRow,
  invoicesRow,
  bulkTrackRow,
  listRow,
  csvRow,
  searchRow,
  catalogueSyncRow,
  drainRow,
  fairnessRow,
  sustainRow,
  overloadRow,
  stepsRow,
  pageRow,
  streamsRow,
  importRow,
  noticesRow,
  paymentCallbacksRow,
  scansRow,
  unpreparedRow,
  replicasRow,
  manyRowsRow,
  memoryRow,
  sizeRow,
  tillRow,
  growthRow,
  growthOfAllRow,
  ...growthOfOneRows,
  peersRow,
];
const ROLES: Readonly<Record<string, (options: never) => ReturnType<typeof openFloor>>> = {
  server: openServer,
  floor: openFloor,
  flood: openFlood,
  receiver: openReceiver,
  dead: openDead,
  'job-queue': openJobQueue,
};
/** As many as `growth` fills unless it is asked for more. */
const ROWS_MAX = 1_000_000;
const QUICK: Plan = { rounds: 2, seconds: 0.5, warmSeconds: 0.3, quick: true, rowsMax: ROWS_MAX };
const WHOLE: Plan = { rounds: 5, seconds: 4, warmSeconds: 2, quick: false, rowsMax: ROWS_MAX };
const ROW_MINUTES_MAX = 15;
const RESULTS = 'bench/results.md';

const [first, name = '', given = '{}'] = process.argv.slice(2);
if (first === 'role') await play(name, given);
else process.exitCode = await run(process.argv.slice(2));

async function play(role: string, options: string): Promise<void> {
  const open = ROLES[role];
  if (!open) throw new Error(`There is no role ${role}.`);
  await playRole(open, options);
}

async function run(args: readonly string[]): Promise<number> {
  const options = readOptions(args, ROWS);
  if (typeof options === 'string') {
    console.error(options);
    return 1;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  try {
    const report = await measure(options, args);
    console.log(`\n${report}`);
    if (options.write) await writeFile(RESULTS, `# Figures\n\n${report}`);
    return 0;
  } finally {
    await cleanUp();
  }
}

async function measure(options: Options, args: readonly string[]): Promise<string> {
  const plan: Plan = { ...(options.quick ? QUICK : WHOLE), rowsMax: options.rowsMax ?? ROWS_MAX };
  const bench: Bench = { plan, say: (text) => console.error(text) };
  const results: Result[] = [];
  for (const row of ROWS.filter(({ name: own }) => options.rows.includes(own))) {
    bench.say(`${row.name} …`);
    results.push(...(await bounded(row, bench)));
  }
  const day = new Date().toISOString().slice(0, 10);
  return writeReport({
    machine: describeMachine(databaseVersionSeen()),
    day,
    plan,
    command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    results,
  });
}

async function bounded(row: Row, bench: Bench): Promise<readonly Result[]> {
  let timer: NodeJS.Timeout | undefined;
  const minutesMax = (row.minutesMax ?? ROW_MINUTES_MAX) * (bench.plan.rowsMax > ROWS_MAX ? 4 : 1);
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The row ${row.name} took longer than ${minutesMax} minutes.`)),
      minutesMax * 60_000,
    );
  });
  return Promise.race([row.run(bench), tooLong]).finally(() => clearTimeout(timer));
}

async function cleanUp(): Promise<void> {
  await stopRoles();
  await removeFolders();
}
