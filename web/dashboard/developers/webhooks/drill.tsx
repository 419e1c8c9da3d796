import type { Call } from '@cottontree/client';
import { limits } from 'form:createWebhookFault';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { SelectField, TextField } from '../../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../../kit/parts/form.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { shortUrl } from '../log/values.ts';
import { useRefusal } from '../use-refusal.ts';
import { secretTexts as t } from './secret-texts.ts';

type Body = Call<'createWebhookFault'>['body'];
const EVERY_MS = 3_000;

/** Orders faults for the next messages, and shows which are still to come; of one endpoint, or of all. */
export function Drill({ endpointId }: { readonly endpointId?: string }): VNode {
  const order = useAct(client.createWebhookFault);
  const endpoints = useCall(client.listWebhooks, endpointId === undefined ? { query: { limit: 100 } } : null);
  const form = useForm({
    limits: { ...limits, count: { ...limits['count'], required: true } },
    initial: { endpoint_id: endpointId ?? '', mode: 'duplicate', count: '1' },
  });
  useRefusal(form, order.error);
  if (!may('webhooks:write')) return <NotAllowed scope="webhooks:write" />;
  return (
    <div class="narrow stack">
      <p class="quiet">{t.drillText}</p>
      <Form
        form={form}
        onSubmit={() => order.run({ body: form.body() as unknown as Body })}
        label={t.drillMode}
      >
        {endpointId === undefined && (
          <SelectField
            form={form}
            name="endpoint_id"
            label={t.endpoint}
            none={t.pickEndpoint}
            options={(endpoints.answer?.data ?? []).map(({ id, url }) => [id, shortUrl(url)] as const)}
          />
        )}
        <div class="fields two">
          <SelectField
            form={form}
            name="mode"
            label={t.drillMode}
            options={[
              ['duplicate', t.duplicate],
              ['slow', t.slow],
              ['reorder', t.reorder],
              ['fail', t.fail],
            ]}
          />
          <TextField form={form} name="count" inputmode="numeric" label={t.count} />
        </div>
        <FormActs form={form} save={t.order} busy={order.busy} always />
      </Form>
      <p class="small faint">{t.thenTest}</p>
      <Faults endpointId={endpointId} />
    </div>
  );
}

function Faults({ endpointId }: { readonly endpointId: string | undefined }): VNode | null {
  const { answer } = useCall(client.listWebhookFaults, { query: { limit: 100 } }, { everyMs: EVERY_MS });
  const takeBack = useAct(client.deleteWebhookFault);
  if (!answer) return null;
  const shown = answer.data.filter((fault) => endpointId === undefined || fault.endpoint_id === endpointId);
  return (
    <Card title={t.ordered} bare>
      {shown.length === 0 ? (
        <p class="inside small quiet">{t.noFaults}</p>
      ) : (
        <ul class="line-rows">
          {shown.map((fault) => (
            <li key={fault.endpoint_id}>
              <span class="grow">
                {t[fault.mode]}
                <br />
                <span class="faint">
                  {t.remaining(fault.remaining, fault.count)} <code>{fault.endpoint_id}</code>
                </span>
              </span>
              <Button
                size="s"
                busy={takeBack.busy}
                onClick={() => void takeBack.run({ params: { id: fault.endpoint_id } })}
              >
                {t.takeBack}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
