import { parseUrl } from './kernel/web/parse-url.ts';
import { withoutLastSlashes } from './config-values.ts';
import type { TracingOptions } from './tracing/index.ts';
import type { EnvironmentReader } from './read-environment.ts';

const NAME_CHARACTERS_MAX = 100;

/** Reads where spans are sent, in OpenTelemetry's own variables; null where nobody collects them. */
export function readTracing(read: EnvironmentReader): TracingOptions | null {
  const endpoint = read.text('OTEL_EXPORTER_OTLP_ENDPOINT', {
    fallback: null,
    accepts: isEndpoint,
    wanted: 'an http or https URL that takes OTLP over HTTP, such as http://127.0.0.1:4318',
  });
  const headers = read.list('OTEL_EXPORTER_OTLP_HEADERS', {
    fallback: [],
    accepts: (pair) => /^[\w-]+=[\x21-\x7e]+$/.test(pair) && /^[\x20-\x7e]+$/.test(readHeader(pair)[1]),
    wanted: 'name=value with commas between, such as authorization=Bearer%20abc',
    secret: true,
  });
  const serviceName = read.text('OTEL_SERVICE_NAME', {
    fallback: 'cottontree',
    accepts: (name) => name.length <= NAME_CHARACTERS_MAX,
    wanted: `at most ${NAME_CHARACTERS_MAX} characters`,
  });
  const sampledShare = read.number('OTEL_TRACES_SAMPLER_ARG', { fallback: 1, least: 0, most: 1 });
  if (endpoint === null) return null;
  return {
    url: `${withoutLastSlashes(endpoint)}/v1/traces`,
    headers: Object.fromEntries(headers.map(readHeader)),
    serviceName,
    sampledShare,
  };
}

function isEndpoint(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
}

/** Values are encoded as in a URL, so that they can hold blanks and commas. */
function readHeader(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  const value = pair.slice(at + 1);
  try {
    return [pair.slice(0, at), decodeURIComponent(value)];
  } catch {
    return [pair.slice(0, at), value];
  }
}
