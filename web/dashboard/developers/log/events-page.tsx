import type { AnswerOf } from '@cottontree/client';
import { Search } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may, mode } from '../../../kit/data/session.ts';
import { hrefOf, useAddress } from '../../../kit/list/address.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Icon } from '../../../kit/parts/icon.tsx';
import { Json } from '../../../kit/parts/json.tsx';
import { Tag } from '../../../kit/parts/note.tsx';
import { Loading, NotAllowed, NothingFound, Problem } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { DevPage } from '../frame.tsx';
import { placeTexts } from '../texts.ts';
import { SendExample } from '../webhooks/send-example.tsx';
import { logTexts as t } from './log-texts.ts';
import '../../../kit/list/list-page.css';

type EventType = AnswerOf<'listEventTypes'>['data'][number];

/** Every kind of event with what it tells, its fields and a whole body. */
export function EventsPage(): VNode {
  const { query, change, hrefWith } = useAddress();
  const allowed = may('webhooks:read');
  const { answer, error, again } = useCall(client.listEventTypes, allowed ? { query: { limit: 100 } } : null);
  const [word, setWord] = useState('');
  const found = (answer?.data ?? []).filter(({ event, summary }) =>
    `${event} ${summary}`.toLowerCase().includes(word.trim().toLowerCase()),
  );
  const open = found.find(({ event }) => event === query['event']) ?? found[0];
  return (
    <DevPage title={placeTexts.events} lead={t.catalogueLead}>
      {!allowed ? (
        <NotAllowed scope="webhooks:read" />
      ) : error && !answer ? (
        <Problem error={error} again={again} />
      ) : !answer ? (
        <Loading />
      ) : (
        <div class="pane catalogue">
          <div class={`pane-list ${query['event'] ? 'desk' : ''}`}>
            <label class="list-search">
              <Icon of={Search} size="s" />
              <input
                type="search"
                placeholder={t.searchEvents}
                aria-label={t.searchEvents}
                onInput={(event) => setWord(event.currentTarget.value)}
              />
            </label>
            {found.length === 0 && (
              <NothingFound title={t.noEvent} filters={1} clear={() => change({ event: null })} />
            )}
            {found.map((kind) => (
              <a
                key={kind.event}
                class={kind === open ? 'on' : ''}
                aria-current={kind === open ? 'true' : undefined}
                href={hrefWith({ event: kind.event })}
              >
                <span class="mono clip">{kind.event}</span>
                {!kind.default && <Tag>{t.optIn}</Tag>}
              </a>
            ))}
          </div>
          {open && (
            <div class={`pane-detail ${query['event'] ? '' : 'desk'}`}>
              <a class="link only-phone" href={hrefWith({ event: null })}>
                ← {placeTexts.events}
              </a>
              <Kind key={open.event} of={open} />
            </div>
          )}
        </div>
      )}
    </DevPage>
  );
}

function Kind({ of: kind }: { readonly of: EventType }): VNode {
  return (
    <div class="stack">
      <div class="row wrap">
        <h2 class="mono grow">{kind.event}</h2>
        <Tag meaning={kind.default ? 'good' : 'idle'}>{kind.default ? t.defaultKind : t.optIn}</Tag>
      </div>
      <p class="quiet">{kind.summary}</p>
      {may('webhooks:write') && (
        <>
          <SendExample event={kind.event} />
          <div>
            <ButtonLink size="s" href={at(hrefOf('/developers/webhooks/new', { events: kind.event }))}>
              {t.subscribe}
            </ButtonLink>
          </div>
        </>
      )}
      <h3>{t.example}</h3>
      <Json value={bodyOf(kind)} label={t.example} />
      <h3>{t.fields}</h3>
      <Fields of={kind.schema} />
    </div>
  );
}

const EXAMPLE_CREATED = 1_795_255_900;

/** The body as a receiver gets it. */
function bodyOf({ event, example }: EventType): object {
  return {
    event,
    livemode: mode.value === 'live',
    created: EXAMPLE_CREATED,
    data: { object: example },
  };
}

type Property = {
  readonly type?: unknown;
  readonly description?: string;
  readonly anyOf?: readonly Property[];
};

function Fields({ of: schema }: { readonly of: EventType['schema'] }): VNode {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Property>>;
  return (
    <dl class="schema-fields">
      {Object.entries(properties).map(([name, property]) => (
        <div>
          <dt class="mono">
            {name} <span class="faint">{typeOf(property)}</span>
          </dt>
          <dd>{property.description ?? ''}</dd>
        </div>
      ))}
    </dl>
  );
}

function typeOf({ type, anyOf }: Property): string {
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  return Array.isArray(type) ? type.join(' | ') : String(type ?? '');
}
