import { readFile } from 'node:fs/promises';
import { isOnPath, run } from './foreign.mjs';

const SLOW_CLIENTS = 60;
/** The server's own limits for headers, for a whole request, and for an answer that nobody takes or a connection that asks for nothing more; and what the looking costs. */
const ATTACKS = [
  {
    name: 'slow headers',
    args: ['-H', '-t', 'GET'],
    path: '/v1/shipping/zones',
    lastsSeconds: 30,
    closedSeconds: 22,
  },
  {
    name: 'slow body',
    args: ['-B', '-t', 'POST', '-s', '8192', '-f', 'application/json'],
    path: '/v1/dispatch/login',
    lastsSeconds: 45,
    closedSeconds: 37,
  },
  {
    name: 'slow read',
    args: ['-X', '-w', '16', '-y', '64', '-z', '8', '-n', '2', '-k', '3'],
    path: '/v1/openapi.json',
    lastsSeconds: 95,
    closedSeconds: 85,
  },
];
const HEALTHY_MS_MAX = 1_000;
const LOOK_EVERY_MS = 200;
/** Kept alive for the requests of others. */
const OTHERS_MAX = 2;
const CONNECTIONS = '/proc/net/tcp';
const ESTABLISHED = '01';

/** Clients that keep connections busy by being slow: theirs are closed in time, and others are answered meanwhile. */
export const slowhttptest = {
  name: 'slowhttptest',
  async run(stage) {
    if (!(await isOnPath('slowhttptest')))
      return { absent: 'it is not on PATH (Debian, Ubuntu: apt-get install -y slowhttptest).' };
    const { origin } = await stage.server();
    const results = [];
    for (const attack of ATTACKS) results.push(await withstand(attack, origin));
    const { output } = await run('slowhttptest', ['-h']);
    const asked = results.reduce((sum, result) => sum + result.asked, 0);
    return {
      version: /version ([\d.]+)/.exec(output)?.[1] ?? null,
      looked: `${ATTACKS.map(({ name }) => name).join(', ')}, each from ${SLOW_CLIENTS} clients; ${asked} requests of others, the slowest ${Math.round(Math.max(...results.map(({ worstMs }) => worstMs)))} ms`,
      findings: results.flatMap(({ findings }) => findings),
    };
  },
};

async function withstand({ name, args, path, lastsSeconds, closedSeconds }, origin) {
  const others = askMeanwhile(origin);
  await run('slowhttptest', [
    ...args,
    '-c',
    String(SLOW_CLIENTS),
    '-r',
    '30',
    '-i',
    '5',
    '-x',
    '16',
    '-l',
    String(lastsSeconds),
    '-p',
    '3',
    '-u',
    `${origin}${path}`,
  ]);
  const { asked, failed, worstMs, samples } = await others.stop();
  const [most] = samples.toSorted((one, other) => other.open - one.open);
  const last = samples.findLast(({ open }) => open > OTHERS_MAX);
  const findings = [
    ...(most.open < SLOW_CLIENTS
      ? [`${name}: only ${most.open} connections were made, so little was tested.`]
      : []),
    ...(last && last.second > closedSeconds
      ? [
          `${name}: the server still kept ${last.open} connections open after ${last.second} s (expected: none of the slow after ${closedSeconds} s).`,
        ]
      : []),
    ...(failed > 0 ? [`${name}: ${failed} of ${asked} requests of others failed meanwhile.`] : []),
    ...(worstMs > HEALTHY_MS_MAX
      ? [`${name}: a request of others took ${Math.round(worstMs)} ms meanwhile.`]
      : []),
  ];
  return { asked, worstMs, findings };
}

/** Connections that the server has not closed; what it has closed may still be full of bytes that a slow client has not read. */
async function countOpen(port) {
  const table = await readFile(CONNECTIONS, 'utf8');
  const local = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').filter((line) => {
    const [, address = '', , state] = line.trim().split(/ +/);
    return address.endsWith(`:${local}`) && state === ESTABLISHED;
  }).length;
}

/** Asks for something small again and again, until told to stop. */
function askMeanwhile(origin) {
  const counter = { asked: 0, failed: 0, worstMs: 0, samples: [] };
  const port = Number(new URL(origin).port);
  const beganMs = performance.now();
  let going = true;
  const done = (async () => {
    while (going) {
      const startedMs = performance.now();
      const ok = await fetch(`${origin}/readyz`).then(
        async (answer) => (await answer.text()) !== '' && answer.ok,
        () => false,
      );
      counter.asked += 1;
      counter.failed += ok ? 0 : 1;
      counter.worstMs = Math.max(counter.worstMs, performance.now() - startedMs);
      counter.samples.push({
        second: Math.round((performance.now() - beganMs) / 1_000),
        open: await countOpen(port),
      });
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  })();
  return {
    async stop() {
      going = false;
      await done;
      return counter;
    },
  };
}
