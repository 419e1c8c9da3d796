import type { DispatchDelivery } from '@cottontree/contract';
import type { VNode } from 'preact';
import { limits } from 'form:startOffers';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { ChoicesField, SelectField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { livemode } from '../paths.ts';
import { choicesOf } from '../words.ts';
import { boardTexts as t } from './texts.ts';

const COURIERS_MAX = 50;

/** Has couriers asked: the nearest, all at once, or those that are named. */
export function OfferForm({
  job,
  onDone,
}: {
  readonly job: DispatchDelivery;
  readonly onDone: () => void;
}): VNode {
  const form = useForm({ limits, initial: { mode: 'nearest', driver_ids: [] } });
  const start = useAct(client.startOffers);
  const { answer } = useCall(client.listDispatchDrivers, {
    query: { active: true, online: true, limit: COURIERS_MAX },
  });
  const couriers = (answer?.data ?? []).filter((one) => one.livemode === null || one.livemode === livemode());
  if (job.driver) return <Note meaning="wait">{t.takeBackFirst(job.driver.name)}</Note>;
  async function ask(): Promise<void> {
    const { mode, driver_ids: named } = form.body() as { mode: 'nearest'; driver_ids?: string[] };
    const answered = await start.run(
      {
        params: { jobNumber: job.job_number },
        body: { mode, ...(named && named.length > 0 ? { driver_ids: named } : {}) },
      },
      form,
    );
    if (!answered) return;
    toast(t.asked(answered.data.offers.length));
    onDone();
  }
  return (
    <Form form={form} onSubmit={ask} label={t.byOffer}>
      <SelectField form={form} name="mode" label={t.offerMode} options={choicesOf(limits['mode']?.options)} />
      {couriers.length > 0 && (
        <ChoicesField
          form={form}
          name="driver_ids"
          label={t.onlyThese}
          hint={t.onlyTheseHint}
          options={couriers.map(({ id, name }) => [id, name])}
        />
      )}
      <FormActs form={form} save={t.ask} busy={start.busy} always />
    </Form>
  );
}
