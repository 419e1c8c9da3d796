import type { DispatchDriver } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits } from 'form:updateDispatchDriver';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { distanceText, nearText } from '../../kit/format/time.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Columns, Page } from '../shell/page.tsx';
import { wordText } from '../words.ts';
import { PinDialog, SuspendDialog } from './courier-dialogs.tsx';
import { CourierFields } from './courier-form.tsx';
import { CourierJobs } from './courier-jobs.tsx';
import { Standing } from './couriers-page.tsx';
import { courierTexts as t } from './texts.ts';

/** One courier: on shift or not, what is on board and in hand, what was carried, and who may sign in. */
export function CourierPage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getDispatchDriver, { params: { id } });
  const [act, setAct] = useState<'pin' | 'suspend' | null>(null);
  const courier = answer?.data;
  return (
    <Page
      title={courier?.name ?? t.courier}
      up={{ name: t.couriers, href: at('/couriers') }}
      badge={courier && <Standing courier={courier} />}
      acts={
        courier &&
        may('dispatch:write') && (
          <>
            <Button kind="primary" onClick={() => setAct('pin')}>
              {t.newPin}
            </Button>
            <Menu
              items={[
                {
                  name: courier.active ? t.suspend : t.reinstate,
                  danger: courier.active,
                  onClick: () => setAct('suspend'),
                },
              ]}
            />
          </>
        )
      }
    >
      {error && !answer ? (
        <Problem error={error} again={again} />
      ) : courier ? (
        <Columns
          main={
            <>
              <CourierJobs courier={courier} />
              {may('dispatch:write') && <EditCard courier={courier} key={courier.id} />}
            </>
          }
          side={<NowCard courier={courier} />}
        />
      ) : (
        <Loading kind="detail" />
      )}
      {courier && act === 'pin' && <PinDialog courier={courier} onClose={() => setAct(null)} />}
      {courier && act === 'suspend' && <SuspendDialog courier={courier} onClose={() => setAct(null)} />}
    </Page>
  );
}

function NowCard({ courier }: { readonly courier: DispatchDriver }): VNode {
  return (
    <Card title={t.now}>
      <KeyValues
        left
        rows={[
          [
            t.phone,
            <a class="link" href={`tel:${courier.phone}`}>
              {phoneText(courier.phone)}
            </a>,
          ],
          [t.vehicle, [wordText(courier.vehicle_type), courier.plate].filter(Boolean).join(', ')],
          [t.shift, courier.online_since === null ? t.offShift : t.since(nearText(courier.online_since))],
          courier.location !== null && [t.seen, distanceText(courier.location.recorded_at)],
          [t.jobs, t.jobsOf(courier.jobs, courier.jobs_max)],
          [t.cashInHand, <Money amount={courier.cash_in_hand} />],
          [t.cashLimit, <Money amount={courier.cash_limit} />],
          [
            t.carriesFor,
            courier.merchant_id === null ? t.everybody : <span class="mono">{courier.merchant_id}</span>,
          ],
          courier.livemode !== null && [t.mode, courier.livemode ? t.liveOnly : t.testOnly],
        ]}
      />
    </Card>
  );
}

function EditCard({ courier }: { readonly courier: DispatchDriver }): VNode {
  const form = useForm({
    limits,
    initial: {
      name: courier.name,
      phone: courier.phone,
      vehicle_type: courier.vehicle_type,
      plate: courier.plate,
      jobs_max: String(courier.jobs_max),
      cash_limit: String(courier.cash_limit),
      merchant_id: courier.merchant_id ?? '',
    },
  });
  const update = useAct(client.updateDispatchDriver);
  async function save(): Promise<void> {
    const answer = await update.run({ params: { id: courier.id }, body: form.changes() }, form);
    if (answer) form.reset(form.values.value);
  }
  return (
    <Card title={t.edit}>
      <Form form={form} onSubmit={save} label={t.edit}>
        <CourierFields form={form} />
        <FormActs form={form} save={t.save} busy={update.busy} />
      </Form>
    </Card>
  );
}
