import { useLocation } from 'preact-iso';
import type { VNode } from 'preact';
import { limits } from 'form:createDispatchDriver';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Form, FormActs, RestoredNote } from '../../kit/parts/form.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { CourierFields } from './courier-form.tsx';
import { courierTexts as t } from './texts.ts';

type Body = Parameters<typeof client.createDispatchDriver>[0]['body'];

/** A new courier; the PIN to sign in with is made on the page of the courier. */
export function NewCourierPage(): VNode {
  const { route } = useLocation();
  const form = useForm({
    limits,
    initial: {
      name: '',
      phone: '',
      vehicle_type: 'motorbike',
      plate: '',
      jobs_max: '3',
      cash_limit: '',
      merchant_id: '',
    },
    keep: 'courier',
  });
  const create = useAct(client.createDispatchDriver);
  async function save(): Promise<void> {
    const answer = await create.run({ body: form.body() as Body }, form);
    if (!answer) return;
    form.forget();
    route(at(`/couriers/${answer.data.id}`));
  }
  return (
    <Page title={t.add} up={{ name: t.couriers, href: at('/couriers') }} lead={t.addLead}>
      <div class="narrow">
        <Form form={form} onSubmit={save} label={t.add}>
          <RestoredNote form={form} />
          <CourierFields form={form} />
          <FormActs form={form} save={t.add} busy={create.busy} always>
            <ButtonLink kind="ghost" href={at('/couriers')}>
              {common.cancel}
            </ButtonLink>
          </FormActs>
        </Form>
      </div>
    </Page>
  );
}
