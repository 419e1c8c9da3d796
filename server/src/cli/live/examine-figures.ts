import type { Finding } from '../finding.ts';

const FACT_AGE_MAX_SECONDS = 30;
const READY_AGE_MAX_SECONDS = 60;
const STALL_MAX_SECONDS = 1;
const FAILED_SHARE_MAX = 0.02;
const BACKUP_AGE = 'cottontree_backup_age_seconds';
const LOG_AGE_MAX_SECONDS = 180;
const TRIAL_AGE_MAX_SECONDS = 30 * 3_600;
const REQUESTS = 'cottontree_request_duration_seconds_count';

/** What a server's own figures say: version, queues, load and failures. */
export function examineFigures(metrics: ReadMetrics): readonly Finding[] {
  return [
    {
      check: 'version',
      state: 'ok',
      message: `Cottontree ${metrics.label('cottontree_build_info', 'version') ?? 'of before 0.1.0'}`,
    },
    examineFacts(metrics),
    examineReady(metrics),
    examineFailures(metrics),
    examineLoad(metrics),
    ...examineArchiveAge(metrics),
  ];
}

function examineFacts(metrics: ReadMetrics): Finding {
  const seconds = metrics.most('cottontree_outbox_oldest_seconds') ?? 0;
  const message = `the oldest of ${metrics.sum('cottontree_outbox_facts')} that are no messages yet waits for ${seconds.toFixed(0)} s`;
  return seconds > FACT_AGE_MAX_SECONDS
    ? { check: 'facts', state: 'bad', message: `${message}: is a node with the role workers running?` }
    : { check: 'facts', state: 'ok', message };
}

function examineReady(metrics: ReadMetrics): Finding {
  const seconds = metrics.most('cottontree_webhook_ready_oldest_seconds') ?? 0;
  const ready = metrics.sum('cottontree_webhook_queue', { state: 'ready' });
  const message = `${ready} to be sent, the oldest for a healthy receiver for ${seconds.toFixed(0)} s`;
  return seconds > READY_AGE_MAX_SECONDS
    ? {
        check: 'webhooks',
        state: 'bad',
        message: `${message}: add a node with ROLES=workers, or look for what slows this one.`,
      }
    : { check: 'webhooks', state: 'ok', message };
}

function examineFailures(metrics: ReadMetrics): Finding {
  const all = metrics.sum(REQUESTS);
  const failed = metrics.sum(REQUESTS, { status: '5xx' });
  const message = `${failed} of ${all} requests since it started were answered 5xx`;
  return failed > all * FAILED_SHARE_MAX
    ? { check: 'failures', state: 'warning', message: `${message}: its log says why, in lines of level 50.` }
    : { check: 'failures', state: 'ok', message };
}

function examineLoad(metrics: ReadMetrics): Finding {
  const refused = metrics.sum('cottontree_requests_refused_early_total');
  const stallSeconds = metrics.most('cottontree_event_loop_stall_seconds_max') ?? 0;
  const message = `${refused} requests refused since it started; nothing held it up for longer than ${stallSeconds.toFixed(2)} s lately`;
  return refused > 0 || stallSeconds > STALL_MAX_SECONDS
    ? { check: 'load', state: 'warning', message: `${message}: more processes or nodes would help.` }
    : { check: 'load', state: 'ok', message };
}

/** Only of a server that backs its database up by itself. */
function examineArchiveAge(metrics: ReadMetrics): readonly Finding[] {
  const [log, trial] = ['log', 'trial'].map((what) => metrics.most(BACKUP_AGE, { what }));
  if (log == null || trial == null) return [];
  const hours = (trial / 3_600).toFixed(1);
  const message = `it has everything up to ${log.toFixed(0)} s ago; a restore was tried ${hours} h ago`;
  const isBad = log > LOG_AGE_MAX_SECONDS || trial > TRIAL_AGE_MAX_SECONDS;
  return [
    {
      check: 'backup',
      state: isBad ? 'bad' : 'ok',
      message: isBad ? `${message}: the command doctor on that machine says what is wrong.` : message,
    },
  ];
}

/** What a server tells of itself, read line by line. */
type ReadMetrics = {
  /** The largest value of a metric among its lines that have these labels; null where it has none. */
  readonly most: (name: string, labels?: Readonly<Record<string, string>>) => number | null;
  /** The sum of them; 0 where there is none. */
  readonly sum: (name: string, labels?: Readonly<Record<string, string>>) => number;
  /** A label of the first line of a metric. */
  readonly label: (name: string, label: string) => string | null;
};

const LINE = /^([a-z_]\w*)(?:\{([^}]*)\})? (\S+)$/;

/** Reads Prometheus' text format; null where the text is none of ours. */
export function readMetrics(text: string): ReadMetrics | null {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = LINE.exec(line) ?? [];
    return name === undefined ? [] : [{ name, labels: labelsIn(labels), value: Number(value) }];
  });
  if (!lines.some(({ name }) => name.startsWith('cottontree_'))) return null;
  const those = (wanted: string, labels: Readonly<Record<string, string>> = {}): readonly number[] =>
    lines
      .filter(
        (line) =>
          line.name === wanted &&
          Object.entries(labels).every(([label, value]) => line.labels.get(label) === value),
      )
      .map(({ value }) => value);
  return {
    most(name, labels) {
      const values = those(name, labels);
      return values.length === 0 ? null : Math.max(...values);
    },
    sum: (name, labels) => those(name, labels).reduce((sum, value) => sum + value, 0),
    label: (wanted, label) => lines.find(({ name }) => name === wanted)?.labels.get(label) ?? null,
  };
}

/** `name="value",…` */
function labelsIn(text: string): ReadonlyMap<string, string> {
  const pairs = text.split('",').map((pair) => pair.split('="', 2));
  return new Map(
    pairs.flatMap(([name = '', value]) =>
      value === undefined ? [] : [[name, value.replace(/"$/, '')] as const],
    ),
  );
}
