import type { Call } from '@cottontree/client';
import { limits } from 'form:advanceDelivery';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { wordsOf } from '../../../kit/format/words.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { SelectField } from '../../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../../kit/parts/form.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { statusText } from '../../../kit/text/statuses.ts';
import { at } from '../../paths.ts';
import { hrefOfThing } from '../../shell/things.ts';
import { useRefusal } from '../use-refusal.ts';
import { testTexts as t } from './test-texts.ts';

type Body = Call<'advanceDelivery'>['body'];

const said = (status: string): string => statusText(status) ?? wordsOf(status);

/** A parcel goes on without a courier. */
export function MoveDelivery(): VNode {
  const { query } = useAddress();
  const open = useCall(client.listDeliveries, {
    query: { status: 'pending,assigned,picked_up,in_transit,delivered' as never, limit: 50 },
  });
  const advance = useAct(client.advanceDelivery);
  const [done, setDone] = useState<{ readonly job_number: string; readonly status: string } | null>(null);
  const form = useForm({
    limits: { ...limits, delivery: { required: true } },
    initial: { delivery: query['delivery'] ?? '', to_status: 'assigned' },
  });
  useRefusal(form, advance.error);
  if (!may('shipping:write')) return <NotAllowed scope="shipping:write" />;
  const options = (open.answer?.data ?? []).map(
    (delivery) =>
      [
        delivery.job_number,
        `${delivery.job_number}, ${delivery.order_number ?? delivery.delivery_city}, ${said(delivery.status)}`,
      ] as const,
  );
  const named = query['delivery'];
  async function go(): Promise<void> {
    const { delivery, ...body } = form.body();
    const answer = await advance.run({
      params: { jobNumber: String(delivery) },
      body: body as unknown as Body,
    });
    if (answer) setDone(answer.data);
  }
  if (open.answer && options.length === 0 && named === undefined && done === null)
    return (
      <div class="narrow stack">
        <p class="quiet">{t.noDeliveries}</p>
        <div>
          <ButtonLink href={at('/deliveries/new')}>{t.sendParcel}</ButtonLink>
        </div>
      </div>
    );
  return (
    <div class="narrow stack">
      <p class="quiet">{t.deliveryText}</p>
      <Form form={form} onSubmit={go} label={t.delivery}>
        <SelectField
          form={form}
          name="delivery"
          label={t.deliveryField}
          none={t.deliveryNone}
          options={
            named !== undefined && !options.some(([id]) => id === named)
              ? [[named, named], ...options]
              : options
          }
        />
        <SelectField
          form={form}
          name="to_status"
          label={t.toStatus}
          options={(limits['to_status']?.options ?? []).map((one) => [one, said(one)] as const)}
        />
        <FormActs form={form} save={t.move} busy={advance.busy} always />
      </Form>
      {done && (
        <div role="status">
          <Note meaning="good">
            {t.moved(said(done.status))}{' '}
            <a class="link" href={hrefOfThing('delivery', done.job_number)?.href ?? ''}>
              {t.seeDelivery}
            </a>
          </Note>
        </div>
      )}
    </div>
  );
}
