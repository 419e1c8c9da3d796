import type { Call } from '@cottontree/client';
import { limits } from 'form:updateWebhook';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { asBody, useSaving, type Matching } from '../../../kit/form/thing-form.tsx';
import { useForm, type FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { Form, FormActs, RestoredNote } from '../../../kit/parts/form.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { useRefusal } from '../use-refusal.ts';
import { EndpointFields, endpointLimits, SECRET, hasEvents, readHeaders } from './endpoint-form.tsx';
import type { Endpoint } from './endpoint.ts';
import { hookTexts as t } from './hook-texts.ts';

type Body = Call<'updateWebhook'>['body'];

/** What the endpoint is told, where and how; changed only on the version that was read. */
export function EndpointSettings({
  of: endpoint,
  etag,
}: {
  readonly of: Endpoint;
  readonly etag: string | null;
}): VNode {
  const params = { id: endpoint.id };
  const form = useForm({
    limits: endpointLimits(limits),
    initial: valuesOf(endpoint),
    keep: `endpoint.${endpoint.id}`,
    secret: SECRET,
  });
  const saving = useSaving(form, etag, async () => valuesOf((await client.getWebhook({ params })).data));
  useRefusal(form, saving.theirs ? null : saving.refusal, { URL_NOT_ALLOWED: 'url' });
  if (!may('webhooks:write')) return <NotAllowed scope="webhooks:write" />;

  async function save(matching: Matching): Promise<void> {
    const body = asBody(bodyOf(form) ?? {});
    const { data } = await client.updateWebhook({ params, body, ...matching });
    form.reset(valuesOf(data));
    toast(t.saved);
  }
  async function send(): Promise<void> {
    if (bodyOf(form)) await saving.save(save);
  }
  return (
    <div class="narrow">
      <Form form={form} onSubmit={send} label={t.settings}>
        <RestoredNote form={form} />
        <EndpointFields form={form} headerNames={endpoint.header_names} />
        {saving.theirs}
        <FormActs form={form} save={t.save} busy={saving.busy} />
      </Form>
    </div>
  );
}

function valuesOf(endpoint: Endpoint): FormValues {
  return {
    url: endpoint.url,
    description: endpoint.description ?? '',
    events: endpoint.events,
    success: endpoint.success,
    max_in_flight: String(endpoint.max_in_flight),
    rate_per_second: endpoint.rate_per_second === null ? '' : String(endpoint.rate_per_second),
    ordered: endpoint.ordered,
    headers: '',
  };
}

/** What differs alone; headers only where some were written, for they are replaced as a whole. */
function bodyOf(form: FormState): Body | null {
  const headers = readHeaders(form);
  if (headers === null || !hasEvents(form)) return null;
  const { headers: _typed, ...changes } = form.changes();
  return { ...changes, ...(Object.keys(headers).length > 0 ? { headers } : {}) } as unknown as Body;
}
