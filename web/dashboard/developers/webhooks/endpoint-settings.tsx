import type { Call } from '@cottontree/client';
import { limits } from 'form:updateWebhook';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useFresh } from '../../../kit/form/use-fresh.ts';
import { useForm, type FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Form, FormActs, RestoredNote } from '../../../kit/parts/form.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { common } from '../../../kit/text/common.ts';
import { useRefusal } from '../use-refusal.ts';
import { EndpointFields, endpointLimits, hasEvents, readHeaders } from './endpoint-form.tsx';
import type { Endpoint } from './endpoint.ts';
import { hookTexts as t } from './hook-texts.ts';

type Body = Call<'updateWebhook'>['body'];

/** What the endpoint is told, where and how; changed only on the version that was read. */
export function EndpointSettings({
  of: endpoint,
  etag,
  again,
}: {
  readonly of: Endpoint;
  readonly etag: string | null;
  readonly again: () => void;
}): VNode {
  const update = useAct(client.updateWebhook);
  const form = useForm({
    limits: endpointLimits(limits),
    initial: valuesOf(endpoint),
    keep: `endpoint.${endpoint.id}`,
  });
  const held = useFresh(form, etag);
  const outdated = update.error?.code === 'PRECONDITION_FAILED';
  useRefusal(form, outdated ? null : update.error, { URL_NOT_ALLOWED: 'url' });
  if (!may('webhooks:write')) return <NotAllowed scope="webhooks:write" />;

  async function save(over = false): Promise<void> {
    const body = bodyOf(form);
    if (!body) return;
    const answer = await update.run({
      params: { id: endpoint.id },
      body,
      ...(held && !over ? { ifMatch: held } : {}),
    });
    if (!answer) return again();
    form.reset(valuesOf(answer.data));
    toast(t.saved);
  }
  return (
    <div class="narrow">
      <Form form={form} onSubmit={() => save()} label={t.settings}>
        <RestoredNote form={form} />
        <EndpointFields form={form} headerNames={endpoint.header_names} />
        {outdated && (
          <Note meaning="wait">
            {common.changedElsewhere} <b>{endpoint.url}</b>, {endpoint.events.join(', ')}
            <span class="row wrap note-acts">
              <Button size="s" onClick={() => void save(true)}>
                {common.useMine}
              </Button>
              <Button
                size="s"
                onClick={() => {
                  update.reset();
                  form.reset(valuesOf(endpoint));
                }}
              >
                {common.useTheirs}
              </Button>
            </span>
          </Note>
        )}
        <FormActs form={form} save={t.save} busy={update.busy} />
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
