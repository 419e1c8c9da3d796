import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { describeBackup } from '../src/process-figures.ts';
import { readConfig } from '../src/config.ts';
import { statement } from '../src/store/index.ts';
import { openReplicas } from '../src/store/replicas/open-replicas.ts';
import { startService, type TestService } from './kit/service.ts';
import { readSeries, readTypes, type Series } from './kit/series.ts';

const FOLDER = fileURLToPath(new URL('../../deploy/', import.meta.url));
/** Node's own, and what only Compose itself puts in. */
const OF_OTHERS = new Set(['NODE_ENV']);
const SECRET_KEY = Buffer.alloc(32, 5).toString('base64');

const read = (path: string): Promise<string> => readFile(join(FOLDER, path), 'utf8');

let service: TestService;
let series: readonly Series[];
let types: ReadonlyMap<string, string>;
beforeAll(async () => {
  service = await startService();
  const { client } = await service.merchant();
  await client.listZones();
  await client.createCustomer({ body: { name: 'Aminata Kargbo', phone: '+23276123456' } });
  await client.getCustomer({ params: { id: 'cus_none' } }).catch(() => undefined);
  await service.drain();
  // Which a service on a database of its own would tell.
  service.server.server.metrics.figures(() => describeBackup(null, new Date()));
  await tellOfReplica();
  const text = service.server.server.metrics.text();
  series = readSeries(text);
  types = readTypes(text);
});
afterAll(() => service[Symbol.asyncDispose]());

/** And one with a replica, which is away here, so that the primary answers. */
async function tellOfReplica(): Promise<void> {
  const primary = { run: async () => [] };
  await using replicas = openReplicas({
    replicas: [{ name: 'near', connection: { host: '127.0.0.1', port: 1 } }],
    primary,
    prepared: true,
    monotonicMs: () => performance.now(),
    onTrouble: () => undefined,
  });
  const one = statement({
    name: 'test.behindTheProxy',
    params: {},
    row: { one: 'int4' },
    sql: 'SELECT 1 AS one',
  });
  const settings = { role: 'cottontree_app', merchantIds: [], statementTimeoutMs: 1_000 } as const;
  await replicas.reader(settings, primary).run(one, {});
  service.server.server.metrics.figures(replicas.figures);
}

/** Every variable that the configuration asks for. */
function knownVariables(): ReadonlySet<string> {
  const asked = new Set<string>();
  readConfig(
    new Proxy<NodeJS.ProcessEnv>(
      {},
      {
        get(_none, name) {
          asked.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return asked;
}

type Environment = Readonly<Record<string, string>>;

/** What would be a secret or a choice of whoever deploys is filled in. */
const filled = (given: Environment): Environment =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => !OF_OTHERS.has(name))
      .map(([name, value]) => {
        if (name === 'SECRET_KEY') return [name, SECRET_KEY];
        if (name === 'PUBLIC_URL') return [name, 'https://shop.example'];
        return [name, value.replaceAll(/\$\{\w+\}/g, 'word')];
      }),
  );

async function compose() {
  return parse(await read('docker/compose.yaml'));
}

async function kubernetes(file: string) {
  const documents = parseAllDocuments(await read(`kubernetes/${file}`));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return Object.fromEntries(documents.map((document) => [document.toJS().kind, document.toJS()]));
}

async function environmentOfImage(): Promise<Environment> {
  const [, assignments = ''] = /^ENV (.+)$/m.exec(await read('docker/Dockerfile')) ?? [];
  return Object.fromEntries(assignments.split(' ').map((pair) => pair.split('=') as [string, string]));
}

async function environmentOfPods(): Promise<Environment> {
  const { ConfigMap, Deployment } = await kubernetes('cottontree.yaml');
  const [{ env }] = Deployment.spec.template.spec.containers;
  const given = (env as { name: string; value?: string }[]).map(({ name, value }) => [
    name,
    value ?? 'postgresql://cottontree:word@cottontree-database-rw:5432/cottontree',
  ]);
  return { SECRET_KEY, ...ConfigMap.data, ...Object.fromEntries(given) };
}

async function environmentOfUnit(name: string): Promise<Environment> {
  return Object.fromEntries(
    [...(await read(`systemd/${name}`)).matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
}

describe('what the examples set', () => {
  test('is known to the program, and accepted by it', async () => {
    const image = await environmentOfImage();
    const given = {
      image: { ...image, DATABASE_URL: 'postgresql://u:w@h/d', SECRET_KEY },
      compose: { ...image, ...(await compose()).services.cottontree.environment },
      kubernetes: { ...image, ...(await environmentOfPods()) },
      systemd: await environmentOfUnit('cottontree.service'),
      backup: await environmentOfUnit('cottontree-backup.service'),
    };
    const known = knownVariables();
    expect(known.size).toBeGreaterThan(25);
    for (const [place, variables] of Object.entries(given)) {
      const unknown = Object.keys(variables).filter((name) => !known.has(name) && !OF_OTHERS.has(name));
      expect({ place, unknown }).toEqual({ place, unknown: [] });
      const config = readConfig(filled(variables));
      expect([place, config.port]).toEqual([place, 8080]);
      expect(config.loopbackOnly).toBe(place === 'systemd' || place === 'backup');
    }
  });

  test('the units of systemd say the same of the program, and run commands that it has', async () => {
    const [unit, backup] = [
      await read('systemd/cottontree.service'),
      await read('systemd/cottontree-backup.service'),
    ];
    const path = '/opt/cottontree/node_modules/cottontree/bin/cottontree.mjs';
    expect(unit).toContain(`ExecStart=/usr/bin/env node ${path} start\n`);
    expect(backup.split(path)).toHaveLength(3);
    expect(backup).toContain(`${path} backup unfinished;`);
    expect(await environmentOfUnit('cottontree-backup.service')).toMatchObject({
      DATA_DIR: '/var/lib/cottontree',
    });
  });
});

describe('the container', () => {
  test('runs as nobody in particular, and writes nothing but its two temporary folders', async () => {
    const { services } = await compose();
    const { Deployment } = await kubernetes('cottontree.yaml');
    const pod = Deployment.spec.template.spec;
    const [container] = pod.containers;
    expect(await read('docker/Dockerfile')).toMatch(/^USER 1000:1000$/m);
    expect(services.cottontree).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(services.cottontree.tmpfs.map((one: string) => one.split(':')[0])).toEqual(['/tmp', '/data']);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
      '/tmp',
      '/data',
    ]);
  });

  test('is asked at paths that answer, on ports on which it listens', async () => {
    const dockerfile = await read('docker/Dockerfile');
    const { Deployment, Service, PodDisruptionBudget } = await kubernetes('cottontree.yaml');
    const [container] = Deployment.spec.template.spec.containers;
    const { PORT } = await environmentOfImage();
    const { METRICS_PORT } = await environmentOfPods();
    expect(dockerfile).toContain(`EXPOSE ${PORT}\n`);
    expect(container.ports).toEqual([
      { name: 'http', containerPort: Number(PORT) },
      { name: 'metrics', containerPort: Number(METRICS_PORT) },
    ]);
    expect(Service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
    const labels = Deployment.spec.template.metadata.labels;
    for (const selector of [
      Service.spec.selector,
      PodDisruptionBudget.spec.selector.matchLabels,
      Deployment.spec.selector.matchLabels,
    ])
      expect(labels).toMatchObject(selector);
    const { readinessProbe, livenessProbe, startupProbe } = container;
    const [, ofImage = ''] = /PORT\}(\/\w+)`/.exec(dockerfile) ?? [];
    const [, ofCaddy = ''] = /health_uri (\S+)/.exec(await read('proxy/Caddyfile')) ?? [];
    const paths = [readinessProbe, livenessProbe, startupProbe].map(({ httpGet }) => httpGet.path);
    expect([...paths, ofImage, ofCaddy]).toEqual(['/readyz', '/healthz', '/healthz', '/readyz', '/readyz']);
    for (const path of new Set([...paths, ofImage, ofCaddy])) {
      const { status } = await fetch(new URL(path, service.baseUrl));
      expect([path, status]).toEqual([path, 200]);
    }
  });

  test('has a database that acknowledges nothing which one machine alone has', async () => {
    const { Cluster } = await kubernetes('database.yaml');
    expect(Cluster.spec.instances).toBe(3);
    expect(Cluster.spec.postgresql.synchronous).toMatchObject({ number: 1, dataDurability: 'required' });
    const { Deployment } = await kubernetes('cottontree.yaml');
    const [{ env }] = Deployment.spec.template.spec.containers;
    expect(env[0].valueFrom.secretKeyRef).toEqual({ name: `${Cluster.metadata.name}-app`, key: 'uri' });
    expect((await read('docker/Dockerfile.dockerignore')).split('\n')).toEqual(
      expect.arrayContaining(['**/node_modules', 'data', '.git', '**/.env']),
    );
  });
});

describe('the proxies', () => {
  test('lead to the port of the service, and let go of connections before it does', async () => {
    const { keepAliveTimeout } = service.server.server.app.server;
    const [caddy, nginx] = [await read('proxy/Caddyfile'), await read('proxy/nginx.conf')];
    expect(caddy).toContain('reverse_proxy cottontree:8080 {');
    expect(nginx).toContain('server 127.0.0.1:8080 ');
    const kept = [/keepalive (\d+)s/.exec(caddy)?.[1], /keepalive_timeout (\d+)s/.exec(nginx)?.[1]];
    for (const seconds of kept) expect(Number(seconds) * 1_000).toBeLessThan(keepAliveTimeout);
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;');
    for (const proxy of [caddy, nginx])
      expect(proxy).toMatch(/header Strict-Transport-Security max-age=31536000\b/);
  });

  test('say in place of a service that is away what it would have said', async () => {
    const caddy = await read('proxy/Caddyfile');
    const [, body = '', status] = /respond @away `(.+)` (\d+)/.exec(caddy) ?? [];
    const { success, error } = JSON.parse(body);
    const { code, message, doc_url: page } = error;
    const known = ERRORS[code as 'SERVICE_UNAVAILABLE'];
    expect([success, Number(status), message]).toEqual([false, known.status, known.meaning]);
    expect(new URL(page).host).toBe('shop.example');
    expect((await fetch(new URL(new URL(page).pathname, service.baseUrl))).status).toBe(200);
    expect(caddy).toMatch(/header @away Retry-After \d+$/m);
  });

  test('wait longer than any request that waits on purpose', async () => {
    const [caddy, nginx] = [await read('proxy/Caddyfile'), await read('proxy/nginx.conf')];
    const waits = [
      /response_header_timeout (\d+)s/.exec(caddy)?.[1],
      /proxy_read_timeout (\d+)s/.exec(nginx)?.[1],
    ];
    for (const seconds of waits) expect(Number(seconds)).toBeGreaterThanOrEqual(60);
  });
});

describe('what watches', () => {
  /** Added to every metric by whoever collects them. */
  const BY_PROMETHEUS = ['instance', 'job'];
  /** What a query may be made of beside names of metrics and labels. */
  const WORDS = new Set(
    'sum rate increase changes max min topk by le histogram_quantile or vector __rate_interval'.split(' '),
  );

  /** Where a query names what `/metrics` does not have; empty where all is there. */
  function faultsOf(query: string): readonly string[] {
    const faults: string[] = [];
    const bare = query.replaceAll(/"[^"]*"/g, '""');
    const metrics = [...new Set(bare.match(/\b(?:cottontree|process)_\w+|\bup\b/g) ?? [])];
    if (metrics.length === 0) faults.push(`names no metric: ${query}`);
    const found = metrics.flatMap((metric) => series.filter(({ name }) => name === metric));
    const labels = new Set([...BY_PROMETHEUS, ...found.flatMap(({ labels: own }) => Object.keys(own))]);
    for (const metric of metrics)
      if (metric !== 'up' && !series.some(({ name }) => name === metric)) faults.push(`no metric ${metric}`);
    for (const [, how = '', metric = ''] of query.matchAll(/\b(rate|increase)\((\w+)/g))
      if (!grows(metric)) faults.push(`${how} of ${metric}, which may fall`);
    for (const [, metric = '', matchers = ''] of query.matchAll(/(\w+)\{([^}]*)\}/g))
      faults.push(...faultsOfMatchers(metric, matchers));
    for (const [, names = ''] of query.matchAll(/\bby \(([^)]*)\)/g))
      for (const name of names.split(/,\s*/)) if (!labels.has(name)) faults.push(`no label ${name}`);
    for (const word of bare.match(/(?<![\w.])[a-z_]\w*/g) ?? [])
      if (!WORDS.has(word) && !labels.has(word) && !metrics.includes(word)) faults.push(`what is ${word}?`);
    return faults;
  }

  /** Whether a metric is a counter, or counts in a histogram. */
  const grows = (metric: string): boolean =>
    types.get(metric) === 'counter' ||
    types.get(metric.replace(/_(?:bucket|sum|count)$/, '')) === 'histogram';

  function faultsOfMatchers(metric: string, matchers: string): readonly string[] {
    return [...matchers.matchAll(/(\w+)(=~|=)"([^"]*)"/g)].flatMap(([, label = '', how, value = '']) => {
      if (BY_PROMETHEUS.includes(label) || value.startsWith('$')) return [];
      const values = series
        .filter(({ name, labels }) => name === metric && label in labels)
        .map(({ labels }) => labels[label] ?? '');
      // A fault of ours does not happen here; its class has the form of the others.
      if (label === 'status' && values.length > 0 && /^[1-5]xx$/.test(value)) return [];
      const wanted = how === '=' ? [value] : value.includes('|') ? value.split('|') : [value];
      return wanted
        .filter((one) => !values.some((there) => new RegExp(`^(?:${one})$`).test(there)))
        .map((one) => `no ${metric}{${label}="${one}"}`);
    });
  }

  test('every alert asks for what /metrics tells, and says in words what to do', async () => {
    const { groups } = parse(await read('watch/alerts.yaml'));
    const rules = groups.flatMap(({ rules }: { rules: object[] }) => rules);
    expect(rules.length).toBeGreaterThanOrEqual(10);
    for (const { alert, expr, labels, annotations } of rules) {
      expect({ alert, faults: faultsOf(expr) }).toEqual({ alert, faults: [] });
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations).toEqual({
        summary: expect.stringMatching(/\.$/),
        description: expect.stringMatching(/[.?]$/),
        runbook_url: expect.stringMatching(/^https:\/\/shop\.example\/docs\/guides\//),
      });
      const url = new URL(annotations.runbook_url);
      const page = await (await fetch(new URL(url.pathname, service.baseUrl))).text();
      expect(page).toContain(`id="${url.hash.slice(1)}"`);
    }
  });

  test('every panel of the dashboard asks for what /metrics tells', async () => {
    const { panels, templating } = JSON.parse(await read('watch/grafana.json'));
    const queries = panels.flatMap(({ title, targets = [] }: { title: string; targets?: object[] }) =>
      targets.map((target) => ({ title, ...target })),
    );
    expect(queries.length).toBeGreaterThan(20);
    for (const { title, expr, legendFormat } of queries) {
      expect({ title, faults: faultsOf(expr) }).toEqual({ title, faults: [] });
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        expect([...BY_PROMETHEUS, ...series.flatMap(({ labels }) => Object.keys(labels))]).toContain(label);
    }
    const ids = panels.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const names = templating.list.map(({ name }: { name: string }) => name);
    for (const [, name] of JSON.stringify(panels).matchAll(/"?\$\{?(\w+)/g))
      if (name !== '__rate_interval') expect(names).toContain(name);
    for (const { definition } of templating.list.slice(1))
      expect(series.map(({ name }) => name)).toContain(/\((\w+),/.exec(definition)?.[1]);
  });

  test('Prometheus is told where to look', async () => {
    const { rule_files: files, scrape_configs: jobs } = parse(await read('watch/prometheus.yaml'));
    expect(files).toEqual(['alerts.yaml']);
    expect(jobs[0]).toMatchObject({ job_name: 'cottontree', metrics_path: '/metrics' });
    expect(jobs[0].static_configs[0].targets).toEqual([
      `127.0.0.1:${(await environmentOfUnit('cottontree.service'))['METRICS_PORT']}`,
    ]);
  });

  test('what only grows is a counter and is named as one, and nothing else is', () => {
    const misnamed = [...types].filter(([name, type]) => name.endsWith('_total') !== (type === 'counter'));
    expect(misnamed).toEqual([]);
    expect([...types.values()].filter((type) => type === 'counter').length).toBeGreaterThan(3);
  });

  test('what is asked for and not there is found', () => {
    expect(faultsOf('sum(cottontree_no_such_total)')).toEqual(['no metric cottontree_no_such_total']);
    expect(faultsOf('sum(rate(cottontree_outbox_facts[5m]))')).toEqual([
      'rate of cottontree_outbox_facts, which may fall',
    ]);
    expect(faultsOf('cottontree_webhook_alert{what="nothing"}')).toEqual([
      'no cottontree_webhook_alert{what="nothing"}',
    ]);
    expect(faultsOf('sum by (colour) (cottontree_outbox_facts)')).toEqual([
      'no label colour',
      'what is colour?',
    ]);
  });
});

test('the guide names every file of the folder', async () => {
  const names = (await readdir(FOLDER, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const guide = await readFile(join(FOLDER, '../docs/deploying.md'), 'utf8');
  expect(names.filter((name) => !guide.includes(name))).toEqual([]);
});
