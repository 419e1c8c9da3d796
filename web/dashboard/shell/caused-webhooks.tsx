import type { AnswerOf } from '@cottontree/client';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall, useCalls } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { Card } from '../../kit/parts/card.tsx';
import { GlyphShape } from '../../kit/parts/status.tsx';
import { lookOf } from '../../kit/parts/statuses.ts';
import { texts } from '../../kit/text/texts.ts';
import { shortUrl } from '../developers/log/values.ts';
import { at } from '../paths.ts';
import { hrefOfThing } from './things.ts';

const t = texts(
  {
    webhooks: 'Webhooks it caused',
    allMessages: 'All messages',
    noWebhooks: 'No endpoint was told.',
    endpoints: 'To the endpoints',
    answered: (status: number, ms: number) => `${status} in ${ms.toLocaleString('en')} ms`,
    timeout: 'timed out',
    dns: 'no such name',
    connect: 'no connection',
    tls: 'certificate not good',
    blocked: 'not allowed',
    reset: 'broken off',
    status: 'refused',
    againAt: (time: string) => `again at ${time}`,
  },
  {
    webhooks: 'Webhook we i sɛn',
    allMessages: 'Ɔl mɛsej dɛn',
    noWebhooks: 'Wi nɔ tɛl ɛni ples.',
    endpoints: 'Go na di ples dɛn',
    answered: (status, ms) => `${status} insay ${ms.toLocaleString('en')} ms`,
    timeout: 'tɛm dɔn',
    dns: 'nem nɔ de',
    connect: 'nɔ kɔnɛkt',
    tls: 'sɛtifiket nɔ gud',
    blocked: 'nɔ alaw',
    reset: 'i brok',
    status: 'nɔ gri',
    againAt: (time) => `bak ${time}`,
  },
);

const SHOWN_MAX = 20;
const ALSO_MAX = 5;
const EVERY_MS = 10_000;

/** What endpoints were told of a thing, and what they answered. */
export function CausedWebhooks({
  of,
  also = [],
  end = true,
}: {
  /** The number of a parcel, the id of anything else. */
  readonly of: string;
  /** What belongs to it and has messages of its own, as the refunds of a payment. */
  readonly also?: readonly string[];
  /** Whether the way to all messages stands beside the title. */
  readonly end?: boolean;
}): VNode | null {
  const isAllowed = may('webhooks:read');
  const things = isAllowed ? [of, ...also.slice(0, ALSO_MAX)] : [];
  const answers = useCalls(
    client.listWebhookDeliveries,
    things.map((id) => ({ query: { job_number: id, limit: SHOWN_MAX } })),
    { everyMs: EVERY_MS },
  );
  const endpoints = useCall(client.listWebhooks, isAllowed ? {} : null);
  const urls = new Map(endpoints.answer?.data.map(({ id, url }) => [id, shortUrl(url)]));
  if (!isAllowed || !answers) return null;
  const told = answers
    .flatMap(({ data }) => data)
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at))
    .slice(0, SHOWN_MAX);
  return (
    <Card
      title={t.webhooks}
      bare
      end={
        end && (
          <a class="link" href={hrefOf(at('/developers/messages'), { entity: of })}>
            {t.allMessages}
          </a>
        )
      }
    >
      {told.length === 0 ? (
        <p class="inside small quiet">
          {t.noWebhooks}{' '}
          <a class="link" href={at('/developers/webhooks')}>
            {t.endpoints}
          </a>
        </p>
      ) : (
        <ul class="line-rows">
          {told.map((one) => {
            const [meaning, glyph] = lookOf('webhook', one.status);
            const last = one.attempts.at(-1);
            return (
              <li class={meaning}>
                <GlyphShape glyph={glyph} />
                <span class="caused">
                  <a class="mono" href={hrefOfThing('webhook_message', one.message_id)?.href ?? ''}>
                    {one.event}
                  </a>
                  <small class="faint">{urls.get(one.endpoint_id)}</small>
                </span>
                <span class="end">
                  {[last && toldOf(last), one.next_attempt_at && t.againAt(nearText(one.next_attempt_at))]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

type Attempt = AnswerOf<'listWebhookDeliveries'>['data'][number]['attempts'][number];

/** What came back of a try, or why nothing did. */
function toldOf({ response_status: status, error, duration_ms: ms }: Attempt): string {
  if (status !== null) return t.answered(status, ms);
  return error === null ? '' : t[error];
}
