import type { Call } from '@cottontree/client';
import { limits } from 'form:createWebhook';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { may, mode } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Form, FormActs, RestoredNote } from '../../../kit/parts/form.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { common } from '../../../kit/text/common.ts';
import { at } from '../../paths.ts';
import { DevPage } from '../frame.tsx';
import { placeTexts } from '../texts.ts';
import { useRefusal } from '../use-refusal.ts';
import {
  EndpointFields,
  emptyEndpoint,
  endpointLimits,
  SECRET,
  hasEvents,
  readHeaders,
} from './endpoint-form.tsx';
import { hookTexts as t } from './hook-texts.ts';
import { SecretShown } from './secret-shown.tsx';

type Body = Call<'createWebhook'>['body'];

/** A new endpoint; then its secret, once. */
export function NewEndpointPage(): VNode {
  const { query } = useAddress();
  const { route } = useLocation();
  const create = useAct(client.createWebhook);
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  const asked = query['events']?.split(',');
  const form = useForm({
    limits: endpointLimits(limits),
    initial: { ...emptyEndpoint, ...(asked ? { events: asked } : {}) },
    ...(asked ? {} : { keep: `endpoint.${mode.value}`, secret: SECRET }),
  });
  useRefusal(form, create.error, { URL_NOT_ALLOWED: 'url' });

  async function go(): Promise<void> {
    const headers = readHeaders(form);
    if (!hasEvents(form) || headers === null) return;
    const { headers: _typed, ...body } = form.body();
    const answer = await create.run({
      body: { ...body, ...(Object.keys(headers).length > 0 ? { headers } : {}) } as unknown as Body,
    });
    if (!answer) return;
    form.forget();
    setMade(answer.data);
  }

  return (
    <DevPage title={t.newTitle} crumbs={[[placeTexts.webhooks, at('/developers/webhooks')]]}>
      {!may('webhooks:write') ? (
        <NotAllowed scope="webhooks:write" />
      ) : (
        <div class="narrow">
          <Form form={form} onSubmit={go} label={t.newTitle}>
            <RestoredNote form={form} />
            <EndpointFields form={form} />
            <FormActs form={form} save={t.create} busy={create.busy} always>
              <ButtonLink kind="ghost" href={at('/developers/webhooks')}>
                {common.cancel}
              </ButtonLink>
            </FormActs>
          </Form>
        </div>
      )}
      {made && (
        <SecretShown secret={made.secret} onDone={() => route(at(`/developers/webhooks/${made.id}`))} />
      )}
    </DevPage>
  );
}
