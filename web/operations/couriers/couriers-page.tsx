import type { DispatchDriver } from '@cottontree/contract';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { distanceText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Said } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { wordText } from '../words.ts';
import { courierTexts as t } from './texts.ts';

const EVERY_MS = 30_000;

/** Whether a courier takes jobs now, carries, or is off. */
export function Standing({ courier }: { readonly courier: DispatchDriver }): VNode {
  if (!courier.active)
    return (
      <Said meaning="idle" glyph="dash">
        {t.suspended}
      </Said>
    );
  if (courier.online_since === null)
    return (
      <Said meaning="idle" glyph="ring">
        {t.offShift}
      </Said>
    );
  return courier.jobs > 0 ? (
    <Said meaning="move" glyph="half">
      {t.carrying}
    </Said>
  ) : (
    <Said meaning="good" glyph="ring">
      {t.free}
    </Said>
  );
}

const columns = (): readonly Column<DispatchDriver>[] => [
  { key: 'name', title: t.name, phone: 1, cell: (one) => one.name },
  { key: 'standing', title: t.now, phone: 2, cell: (one) => <Standing courier={one} /> },
  { key: 'phone', title: t.phone, phone: 3, cell: (one) => phoneText(one.phone) },
  {
    key: 'vehicle',
    title: t.vehicle,
    cell: (one) => [wordText(one.vehicle_type), one.plate].filter(Boolean).join(', '),
  },
  { key: 'jobs', title: t.jobs, right: true, cell: (one) => t.jobsOf(one.jobs, one.jobs_max) },
  {
    key: 'cash',
    title: t.cashInHand,
    right: true,
    phone: 4,
    cell: (one) => (
      <span class={one.cash_in_hand > one.cash_limit ? 'fault' : ''}>
        <Money amount={one.cash_in_hand} />
      </span>
    ),
  },
  {
    key: 'seen',
    title: t.seen,
    cell: (one) => (one.location ? distanceText(one.location.recorded_at) : ''),
  },
];

/** Everybody who carries parcels: at work or not, with how much on board and in hand. */
export function CouriersPage(): VNode {
  return (
    <Page
      title={t.couriers}
      acts={
        <>
          <CsvButton path="/dispatch/drivers" filters={['q', 'online', 'active', 'sort']} />
          {may('dispatch:write') && (
            <ButtonLink kind="primary" class="main-act" icon={Plus} href={at('/couriers/new')}>
              {t.add}
            </ButtonLink>
          )}
        </>
      }
    >
      <List
        operation={client.listDispatchDrivers}
        label={t.couriers}
        columns={columns()}
        keyOf={(one) => one.id}
        hrefOf={(one) => at(`/couriers/${one.id}`)}
        isDim={(one) => !one.active}
        everyMs={EVERY_MS}
        views={[
          { name: t.all, query: {} },
          { name: t.onShift, query: { online: 'true', active: 'true' } },
          { name: t.suspendedOnes, query: { active: 'false' } },
        ]}
        filters={[
          { name: 'online', label: t.onShift, kind: 'switch' },
          { name: 'active', label: t.active, kind: 'switch' },
        ]}
        search={{ name: 'q', placeholder: t.find }}
        sorts={[
          ['name', t.byName],
          ['-created_at', t.newest],
        ]}
        empty={
          <Empty
            title={t.none}
            text={t.noneText}
            steps={[t.step1, t.step2, t.step3]}
            acts={
              may('dispatch:write') && (
                <ButtonLink kind="primary" icon={Plus} href={at('/couriers/new')}>
                  {t.add}
                </ButtonLink>
              )
            }
          />
        }
        nothing={t.noneFound}
      />
    </Page>
  );
}
