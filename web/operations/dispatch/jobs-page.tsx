import type { DispatchDelivery } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at, livemode } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { boardFilters, JOB_NUMBER } from './board-filters.ts';
import { dueAt, UNDER_WAY } from './job.ts';
import { Lateness } from './lateness.tsx';
import { OffShift } from './off-shift.tsx';
import { boardTexts as t } from './texts.ts';
import './board.css';

const ALL = [
  'pending',
  'assigned',
  'picked_up',
  'in_transit',
  'delivered',
  'completed',
  'cancelled',
  'failed',
];
const EVERY_MS = 30_000;

const columns = (): readonly Column<DispatchDelivery>[] => [
  { key: 'job', title: t.job, phone: 1, cell: (job) => <span class="mono nowrap">{job.job_number}</span> },
  {
    key: 'status',
    title: t.status,
    phone: 2,
    cell: (job) => <Status of="delivery" status={job.status} />,
  },
  {
    key: 'due',
    title: t.dueColumn,
    phone: 4,
    cell: (job) => {
      const due = dueAt(job);
      return job.lateness === 'on_time' || job.lateness === null ? (
        due && nearText(due)
      ) : (
        <Lateness job={job} />
      );
    },
  },
  {
    key: 'to',
    title: t.to,
    phone: 3,
    cell: (job) => `${job.recipient_name ?? t.nobodyNamed}, ${job.delivery_city}`,
  },
  { key: 'from', title: t.from, cell: (job) => `${job.merchant.name}, ${job.pickup_city}` },
  {
    key: 'courier',
    title: t.courier,
    cell: (job) =>
      job.driver ? (
        <>
          {job.driver.name} <OffShift job={job} />
        </>
      ) : (
        <span class="faint">{t.nobody}</span>
      ),
  },
  {
    key: 'cash',
    title: t.toCollect,
    right: true,
    phone: 5,
    cell: (job) => job.cod_amount > 0 && <Money amount={job.cod_amount} currency={job.currency} />,
  },
];

/** Every job as a list: to search, to take as a file, and to give several to one courier. */
export function JobsPage(): VNode {
  const [assigning, setAssigning] = useState<{
    readonly jobs: readonly DispatchDelivery[];
    readonly clear: () => void;
  } | null>(null);
  return (
    <Page
      title={t.jobs}
      acts={
        <CsvButton
          path="/dispatch/deliveries"
          filters={[
            'status',
            'late',
            'merchant_id',
            'driver_id',
            'zone',
            'created_from',
            'created_to',
            'sort',
          ]}
          always={{ livemode: String(livemode()) }}
        />
      }
    >
      <List
        operation={client.listDispatchDeliveries}
        always={{ livemode: livemode() }}
        label={t.jobs}
        columns={columns()}
        keyOf={(job) => job.job_number}
        hrefOf={(job) => at(`/jobs/${job.job_number}`)}
        everyMs={EVERY_MS}
        views={[
          { name: t.underWay, query: {} },
          { name: t.lateView, query: { late: 'true' }, hot: true },
          { name: t.withoutCourier, query: { driver_id: 'none', status: 'pending,assigned' } },
          { name: t.endedView, query: { status: 'delivered,completed' } },
          { name: t.failedView, query: { status: 'failed,cancelled' } },
        ]}
        filters={[
          { name: 'status', label: t.status, kind: 'choices', options: statusOptions(ALL) },
          { name: 'late', label: t.lateView, kind: 'switch' },
          ...boardFilters(),
          { name: 'created_from', label: t.createdFrom, kind: 'date' },
          { name: 'created_to', label: t.createdTo, kind: 'date' },
        ]}
        search={{
          name: 'find',
          placeholder: t.jobNumber,
          read: () => ({}),
          leadsTo: (word) => (JOB_NUMBER.test(word) ? at(`/jobs/${word.trim().toUpperCase()}`) : null),
        }}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        isDim={(job) => !(UNDER_WAY as readonly string[]).includes(job.status)}
        empty={<Empty title={t.noJobs} text={t.noJobsText} />}
        nothing={t.noJobsFound}
        {...(may('dispatch:write')
          ? {
              bulk: (selected: readonly DispatchDelivery[], clear: () => void) => (
                <Button onClick={() => setAssigning({ jobs: selected, clear })}>{t.assignSelected}</Button>
              ),
            }
          : {})}
      />
      {assigning && (
        <AssignDialog
          jobs={assigning.jobs}
          onClose={() => setAssigning(null)}
          done={() => assigning.clear()}
        />
      )}
    </Page>
  );
}
