import { Lightbulb, RotateCw } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { nearText } from '../../../kit/format/time.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { CopyButton } from '../../../kit/parts/copy.tsx';
import { Json } from '../../../kit/parts/json.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { at } from '../../paths.ts';
import { AnswerTag } from '../log/answer-tag.tsx';
import { readBody } from '../log/values.ts';
import { deliveryTexts as t } from './delivery-texts.ts';
import type { Attempt, Delivery } from './endpoint.ts';
import { Tries } from './tries.tsx';

const EVERY_MS = 4_000;
const DEADLINE_MS = 10_000;

/** One message for the endpoint: its tries on a line, a hint, what was sent and what came back. */
export function DeliveryDetail({ id }: { readonly id: string }): VNode {
  const { answer, error, again } = useCall(
    client.getWebhookDelivery,
    { params: { id } },
    { everyMs: EVERY_MS },
  );
  const [seen, see] = useState<number | null>(null);
  if (error && !answer) return <Problem error={error} again={again} />;
  if (!answer) return <Loading kind="detail" />;
  const delivery = answer.data;
  const attempt = delivery.attempts.find(({ number }) => number === seen) ?? delivery.attempts.at(-1);
  return (
    <>
      <Head of={delivery} attempt={attempt} />
      <Tries of={delivery} seen={attempt?.number} see={see} />
      <Hint of={delivery} attempt={attempt} />
      {attempt ? <Exchange of={attempt} /> : <p class="quiet">{t.noAttempt}</p>}
    </>
  );
}

function Head({
  of: delivery,
  attempt,
}: {
  readonly of: Delivery;
  readonly attempt: Attempt | undefined;
}): VNode {
  const redeliver = useAct(client.redeliverWebhookDelivery);
  const endpoint = useCall(client.getWebhook, { params: { id: delivery.endpoint_id } }).answer?.data;
  return (
    <>
      <div class="row wrap delivery-head">
        <div class="grow">
          <h2 class="mono">{delivery.event}</h2>
          <p class="small quiet">
            <Status of="webhook" status={delivery.status} />{' '}
            {delivery.entity !== null && <span class="mono">{delivery.entity} </span>}
            {t.became(nearText(delivery.created_at))}.{' '}
            <a class="link" href={at(`/developers/messages/${delivery.message_id}`)}>
              {t.message}
            </a>
          </p>
        </div>
        {attempt && endpoint && <CopyButton text={curlOf(endpoint.url, attempt)} label={t.copyCurl} />}
        {may('webhooks:write') && (
          <Button
            size="s"
            kind="primary"
            icon={RotateCw}
            busy={redeliver.busy}
            onClick={() => void redeliver.run({ params: { id: delivery.id } })}
          >
            {t.redeliver}
          </Button>
        )}
      </div>
      {redeliver.error && (
        <p class="fault" role="alert">
          {redeliver.error.message}
        </p>
      )}
    </>
  );
}

/** What a shell sends the same with. */
function curlOf(url: string, { request }: Attempt): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const headers = Object.entries(request.headers)
    .filter(([name]) => !/^(host|content-length|connection)$/i.test(name))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl ${quoted(url)}`, ...headers, `-d ${quoted(request.body)}`].join(' \\\n  ');
}

const PROXIES = /nginx|apache|caddy|cloudflare|envoy|openresty|litespeed|haproxy|traefik|varnish|iis/i;

/** One hint in plain words; of a server in front of the program, that the program did not see it. */
function Hint({
  of: delivery,
  attempt,
}: {
  readonly of: Delivery;
  readonly attempt: Attempt | undefined;
}): VNode | null {
  if (delivery.status === 'skipped')
    return (
      <Note meaning="wait" icon={Lightbulb}>
        {t.skippedWhy}
      </Note>
    );
  const server = attempt?.response?.headers['server'] ?? '';
  const inFront = [502, 503, 504].includes(attempt?.response_status ?? 0)
    ? PROXIES.exec(server)?.[0]
    : undefined;
  if (attempt && inFront !== undefined)
    return (
      <Note meaning="wait" icon={Lightbulb}>
        <b>{t.proxyLead}</b> {t.proxy(inFront, attempt.duration_ms)}
      </Note>
    );
  return attempt?.hint ? (
    <Note meaning="wait" icon={Lightbulb}>
      {attempt.hint}
    </Note>
  ) : null;
}

const FIRST = new Set(['x-service-event', 'x-service-attempt', 'x-service-signature', 'webhook-id']);

function Exchange({ of: attempt }: { readonly of: Attempt }): VNode {
  const [all, setAll] = useState(false);
  const { request, response } = attempt;
  const shown = Object.entries(request.headers).filter(([name]) => all || FIRST.has(name.toLowerCase()));
  return (
    <div class="exchange">
      <section>
        <h3>
          {t.request}
          <button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t.fewer : t.headers}
          </button>
        </h3>
        <HeaderLines headers={shown} />
        <Json value={readBody(request.body)} label={t.request} />
      </section>
      <section>
        <h3>
          {t.response}{' '}
          {attempt.response_status !== null && (
            <AnswerTag status={attempt.response_status} words={reasons[attempt.response_status]} />
          )}
        </h3>
        {response === null ? (
          <p class="quiet small">{t.noAnswer}</p>
        ) : (
          <>
            <HeaderLines headers={Object.entries(response.headers)} />
            {response.body !== '' && <Json value={readBody(response.body)} label={t.response} />}
          </>
        )}
        <Took ms={attempt.duration_ms} />
      </section>
    </div>
  );
}

function HeaderLines({ headers }: { readonly headers: readonly (readonly [string, string])[] }): VNode {
  return (
    <dl class="header-lines mono">
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}: </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How long the answer took, of the time that we wait. */
function Took({ ms }: { readonly ms: number }): VNode {
  const part = Math.min(100, Math.max(0.5, (ms / DEADLINE_MS) * 100));
  return (
    <div class="took">
      <h3>{t.took(ms)}</h3>
      <div class="took-bar" aria-hidden="true">
        <i
          class={ms >= DEADLINE_MS ? 'bad' : ms > DEADLINE_MS / 2 ? 'wait' : ''}
          style={{ width: `${part}%` }}
        />
      </div>
      <p class="small faint">{t.ofDeadline}</p>
    </div>
  );
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved',
  302: 'Found',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  410: 'Gone',
  413: 'Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
