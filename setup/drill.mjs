import { drillUpgrade } from './drill/upgrade.mjs';
import { drillPatroni } from './drill/patroni.mjs';

/** What an operator tries before it is needed, on this machine, with nothing that is in use. */
const DRILLS = { upgrade: drillUpgrade, patroni: drillPatroni };

const USAGE = `npm run drill -- upgrade [--from REF]   an earlier version and this one side by side; REF is a tag or commit, else the newest tag before this commit
npm run drill -- patroni                a primary that Patroni, etcd and HAProxy replace, killed under load`;

const [name, ...args] = process.argv.slice(2);
const drill = DRILLS[name];
if (drill === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else process.exitCode = await drill(args);
