import type { AnswerOf } from '@cottontree/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { nearText } from '../../../kit/format/time.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { Filters } from '../../../kit/list/filters.tsx';
import { Empty, Loading, NothingFound, Problem } from '../../../kit/parts/states.tsx';
import { GlyphShape } from '../../../kit/parts/status.tsx';
import { lookOf } from '../../../kit/parts/statuses.ts';
import { statusText } from '../../../kit/text/statuses.ts';
import { eventKinds } from '../log/values.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';
import { AUTOMATIC_MAX, automaticTries } from './endpoint.ts';
import { RedeliverMany } from './redeliver-many.tsx';

type Row = AnswerOf<'listWebhookDeliveries'>['data'][number];
type Status = Row['status'];
const EVERY_MS = 4_000;
const COUNT_EVERY_MS = 15_000;
const LIMIT = 20;

/** What was sent, beside the one that is looked at; what failed is looked at first. */
export function EndpointDeliveries({ endpointId }: { readonly endpointId: string }): VNode {
  const { query, hrefWith, change } = useAddress();
  const [picked, pick] = useState<ReadonlySet<string> | null>(null);
  const asked = {
    endpoint_id: endpointId,
    page: Number(query['page'] ?? 1),
    limit: LIMIT,
    ...pickOf(query, ['status', 'event', 'job_number', 'from', 'to']),
  };
  const { answer, error, again } = useCall(
    client.listWebhookDeliveries,
    { query: asked as { endpoint_id: string } },
    { everyMs: EVERY_MS },
  );
  if (error && !answer) return <Problem error={error} again={again} />;
  if (!answer) return <Loading />;
  const rows = answer.data;
  const narrowed = ['status', 'event', 'job_number', 'from', 'to'].filter((name) => query[name]);
  if (rows.length === 0 && narrowed.length === 0) return <Empty title={t.none} text={t.noneText} />;
  const chosen = query['delivery'] ?? firstToSee(rows)?.id;
  return (
    <div class={`pane deliveries ${query['delivery'] ? 'opened' : ''}`}>
      <div class="pane-list">
        <Tools
          endpointId={endpointId}
          picking={picked !== null}
          toggle={() => pick(picked === null ? new Set() : null)}
        />
        {rows.length === 0 && (
          <NothingFound
            title={t.noMatch}
            filters={narrowed.length}
            clear={() => change(Object.fromEntries(narrowed.map((name) => [name, null])))}
          />
        )}
        {rows.map((row) => (
          <DeliveryRow
            key={row.id}
            of={row}
            on={row.id === chosen}
            href={hrefWith({ delivery: row.id })}
            picked={picked}
            pick={pick}
          />
        ))}
        <nav class="pane-pager">
          {asked.page > 1 && (
            <a class="link" href={hrefWith({ page: String(asked.page - 1) })}>
              {t.newer}
            </a>
          )}
          <span class="grow" />
          {answer.meta.has_next_page && (
            <a class="link" href={hrefWith({ page: String(asked.page + 1) })}>
              {t.older}
            </a>
          )}
        </nav>
        {picked !== null && picked.size > 0 && (
          <RedeliverMany ids={[...picked]} left={(ids) => pick(ids.length === 0 ? null : new Set(ids))} />
        )}
      </div>
      <div class="pane-detail">
        <a class="link only-phone" href={hrefWith({ delivery: null })}>
          ← {t.back}
        </a>
        {chosen !== undefined && <DeliveryDetail key={chosen} id={chosen} />}
      </div>
    </div>
  );
}

type ToolsProps = {
  readonly endpointId: string;
  readonly picking: boolean;
  readonly toggle: () => void;
};

/** Which narrows the list by how it went, and the way to more. */
function Tools({ endpointId, picking, toggle }: ToolsProps): VNode {
  const { query, hrefWith } = useAddress();
  const views: readonly (readonly [Status, string])[] = [
    ['pending', t.waiting],
    ['failed', t.failed],
    ['skipped', t.skipped],
  ];
  return (
    <div class="pane-tools">
      <Filters
        filters={[
          {
            name: 'event',
            label: t.filterEvent,
            kind: 'choice',
            options: eventKinds.map((kind) => [kind, kind] as const),
          },
          { name: 'job_number', label: t.job, kind: 'text' },
          { name: 'from', label: t.from, kind: 'date' },
          { name: 'to', label: t.to, kind: 'date' },
        ]}
      />
      {views.map(([status, name]) => {
        const on = query['status'] === status;
        return (
          <a
            class={`chip ${on ? 'set' : ''}`}
            aria-current={on ? 'true' : undefined}
            href={hrefWith({ status: on ? null : status, page: null, delivery: null })}
          >
            {name} <Waiting endpointId={endpointId} status={status} />
          </a>
        );
      })}
      <button type="button" class={`chip ${picking ? 'set' : ''}`} aria-pressed={picking} onClick={toggle}>
        {t.select}
      </button>
    </div>
  );
}

/** How many of them went so, as far as the other filters reach. */
function Waiting({
  endpointId,
  status,
}: {
  readonly endpointId: string;
  readonly status: Status;
}): VNode | null {
  const { query } = useAddress();
  const narrowed = pickOf(query, ['event', 'job_number', 'from', 'to']);
  const asked = { endpoint_id: endpointId, status, limit: 1, ...narrowed };
  const { answer } = useCall(client.listWebhookDeliveries, { query: asked }, { everyMs: COUNT_EVERY_MS });
  return answer && answer.meta.total > 0 ? <b>{answer.meta.total.toLocaleString('en')}</b> : null;
}

function DeliveryRow({
  of: row,
  on,
  href,
  picked,
  pick,
}: {
  readonly of: Row;
  readonly on: boolean;
  readonly href: string;
  readonly picked: ReadonlySet<string> | null;
  readonly pick: (next: ReadonlySet<string>) => void;
}): VNode {
  const [meaning, glyph] = lookOf('webhook', row.status);
  const inside = (
    <>
      <span class={`status ${meaning}`}>
        <GlyphShape glyph={glyph} />
        <span class="hidden-text">{statusText(row.status)}</span>
      </span>
      <span class="mono clip">{row.event}</span>
      <time dateTime={row.created_at}>{nearText(row.created_at)}</time>
      <small class="clip mono">{row.entity ?? ' '}</small>
      <span class="how">{howItWent(row)}</span>
    </>
  );
  if (picked === null)
    return (
      <a class={`delivery-row ${on ? 'on' : ''}`} aria-current={on ? 'true' : undefined} href={href}>
        {inside}
      </a>
    );
  return (
    <label class={`delivery-row picking ${picked.has(row.id) ? 'on' : ''}`}>
      <input
        type="checkbox"
        class="check"
        checked={picked.has(row.id)}
        onChange={() => {
          const next = new Set(picked);
          if (!next.delete(row.id)) next.add(row.id);
          pick(next);
        }}
      />
      {inside}
    </label>
  );
}

function howItWent({ status, attempts }: Row): string {
  const last = attempts.at(-1);
  if (status === 'succeeded' && last) return `${last.duration_ms} ms`;
  if (status === 'pending') return t.tryOf(Math.min(automaticTries(attempts) + 1, AUTOMATIC_MAX));
  if (status === 'failed') return t.triesOf(attempts.length);
  return statusText(status) ?? status;
}

/** What waits or failed, else the newest. */
function firstToSee(rows: readonly Row[]): Row | undefined {
  const troubled = rows.find(({ status, attempts }) => status !== 'succeeded' && attempts.length > 0);
  return troubled ?? rows[0];
}

function pickOf(query: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
}
