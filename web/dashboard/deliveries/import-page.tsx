import type { Import } from '@cottontree/contract';
import { CircleStop } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { momentText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty, Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { statuses } from '../../kit/parts/statuses.ts';
import type { PageProps } from '../place.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { importTexts as t } from './imports-texts.ts';
import { deliveriesTexts } from './texts.ts';
import './deliveries.css';

const EVERY_MS = 2_000;

/** One import: how far it is, and what came of each row. */
export function ImportPage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const [isOver, setOver] = useState(false);
  const { answer, error, again } = useCall(
    client.getImport,
    { params: { id } },
    isOver ? {} : { everyMs: EVERY_MS },
  );
  const one = answer?.data;
  const runs = one?.status === 'queued' || one?.status === 'running';
  if (one && isOver === runs) setOver(!runs);
  const crumbs = [
    [deliveriesTexts.title, at('/deliveries')] as const,
    [deliveriesTexts.imports, at('/deliveries/imports')] as const,
  ];
  if (!one)
    return (
      <Page title={deliveriesTexts.imports} crumbs={crumbs}>
        {error ? <Problem error={error} again={again} /> : <Loading />}
      </Page>
    );
  return (
    <Page
      title={t.title(one.rows)}
      crumbs={crumbs}
      badge={<Status of="import" status={one.status} pill />}
      lead={<Lead of={one} runs={runs} />}
      acts={
        <>
          <CsvButton path={`/shipping/imports/${id}/rows`} filters={['status', 'sort']} />
          {runs && may('shipping:write') && <Stop of={one} />}
        </>
      }
    >
      {runs && <progress class="import-progress" max={one.rows} value={one.done} aria-label={t.progress} />}
      <Rows id={id} runs={runs} />
    </Page>
  );
}

function Lead({ of, runs }: { readonly of: Import; readonly runs: boolean }): VNode {
  return (
    <>
      {runs ? t.running(of.done, of.rows) : t.ended(of.created, of.failed)} {t.costs}{' '}
      <Money amount={of.total_fee} currency={of.currency} />. {momentText(of.created_at)}.
    </>
  );
}

function Stop({ of }: { readonly of: Import }): VNode {
  const [asking, setAsking] = useState(false);
  const stop = useAct(client.cancelImport);
  return (
    <>
      <Button kind="danger" icon={CircleStop} onClick={() => setAsking(true)}>
        {t.stop}
      </Button>
      {asking && (
        <Confirm
          title={t.stopTitle}
          consequences={[t.stopKeeps(of.created), t.stopRest(of.rows - of.done)]}
          keep={t.goOn}
          go={t.stop}
          busy={stop.busy}
          fault={stop.error?.message ?? null}
          onClose={() => setAsking(false)}
          onGo={async () => {
            if (await stop.run({ params: { id: of.id ?? '' } })) setAsking(false);
          }}
        />
      )}
    </>
  );
}

function Rows({ id, runs }: { readonly id: string; readonly runs: boolean }): VNode {
  return (
    <List
      operation={client.listImportRows}
      params={{ id }}
      label={t.rows}
      keyOf={({ row }) => String(row)}
      {...(runs ? { everyMs: EVERY_MS } : {})}
      filters={[
        {
          name: 'status',
          label: t.status,
          kind: 'choices',
          options: statusOptions(Object.keys(statuses.import_row)),
        },
      ]}
      nothing={t.nothingRows}
      empty={<Empty title={t.noRows} text={t.kept} />}
      columns={[
        {
          key: 'row',
          title: t.row,
          phone: 1,
          cell: ({ row, order_number }) => (
            <>
              {row} <span class="only-phone quiet">{order_number}</span>
            </>
          ),
        },
        { key: 'order', title: t.order, cell: ({ order_number }) => order_number },
        {
          key: 'status',
          title: t.status,
          phone: 2,
          cell: ({ status }) => <Status of="import_row" status={status} />,
        },
        {
          key: 'job',
          title: t.job,
          phone: 3,
          cell: ({ job_number }) =>
            job_number !== null && (
              <a class="link mono nowrap" href={at(`/deliveries/${job_number}`)}>
                {job_number}
              </a>
            ),
        },
        { key: 'what', title: t.what, phone: 4, cell: ({ message }) => message },
        {
          key: 'fee',
          title: t.fee,
          right: true,
          cell: ({ shipping_fee }) => shipping_fee !== null && <Money amount={shipping_fee} />,
        },
      ]}
    />
  );
}
