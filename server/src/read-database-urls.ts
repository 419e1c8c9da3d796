import { parseUrl } from './kernel/web/parse-url.ts';
import type { EnvironmentReader } from './read-environment.ts';
import { HostsRefused, readHosts, readReplicas, type ReplicaPlace } from './store/index.ts';

/** Also without a host, which then stands in the query as the folder of a socket, and with several. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\/\S+$/.test(text) && whyNotHosts(text) === null;
}

/** What would be one, as the end of a sentence. */
export function wantedDatabaseUrl(text: string): string {
  return whyNotHosts(text) ?? DATABASE_URL_FORM;
}

/** Null for what can be connected to, one server or several. */
function whyNotHosts(text: string): string | null {
  return whyNotUrls(() => [(readHosts(text) ?? { url: text }).url]);
}

function whyNotReplicas(text: string): string | null {
  return whyNotUrls(() => readReplicas(text).map(({ url }) => url));
}

function whyNotUrls(read: () => readonly string[]): string | null {
  try {
    return read().every((url) => parseUrl(url.replace('@/', '@socket/').replace(':///', '://socket/')))
      ? null
      : DATABASE_URL_FORM;
  } catch (error) {
    if (error instanceof HostsRefused) return error.message;
    throw error;
  }
}

/** The servers that are only read. */
export function readReplicaUrls(read: EnvironmentReader): readonly ReplicaPlace[] {
  const text = read.text('REPLICA_URL', {
    fallback: null,
    accepts: (urls) => whyNotReplicas(urls) === null,
    wanted: (urls) => whyNotReplicas(urls) ?? DATABASE_URL_FORM,
    secret: true,
  });
  return text === null ? [] : readReplicas(text);
}

const DATABASE_URL_FORM =
  'a URL such as postgresql://user:password@host:5432/database, or with several hosts: @one:5432,two:5432/database';
