import type { AccountProvider } from '@cottontree/contract';
import { limits } from 'form:createProviderAccount';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { may, mode } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { ChoicesField, TextField } from '../../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../../kit/parts/form.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { common } from '../../../kit/text/common.ts';
import { channelText, providerNames } from '../../payments/words.ts';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { pageNames } from '../page-names.ts';
import { settingsTexts } from '../texts.ts';
import { AccessFields } from './access-fields.tsx';
import { accessOf, filledIn, limitsFor } from './account-values.ts';
import { providerFields } from './provider-fields.ts';
import { providerTexts as t } from './texts.ts';

const providers = Object.keys(providerFields) as AccountProvider[];

/** Connects an account with a provider; another provider has other fields. */
export function NewAccountPage(): VNode {
  const [provider, setProvider] = useState<AccountProvider>('monime');
  return (
    <Page
      title={t.connect}
      crumbs={[
        [settingsTexts.settings, at('/settings')],
        [pageNames.payments, at('/settings/payments')],
      ]}
      lead={t.connectLead}
    >
      {may('payment_providers:write') ? (
        <div class="narrow stack">
          {mode.value === 'test' && <Note>{t.connectTest}</Note>}
          <label class="field">
            <span>{t.provider}</span>
            <select
              class="input select"
              value={provider}
              onChange={(event) => setProvider(event.currentTarget.value as AccountProvider)}
            >
              {providers.map((one) => (
                <option value={one}>{providerNames[one]}</option>
              ))}
            </select>
          </label>
          <NewAccount key={provider} provider={provider} />
        </div>
      ) : (
        <NotAllowed scope="payment_providers:write" />
      )}
    </Page>
  );
}

function NewAccount({ provider }: { readonly provider: AccountProvider }): VNode {
  const { route } = useLocation();
  const { channels } = providerFields[provider];
  const form = useForm({
    limits: limitsFor(provider, limits),
    initial: { name: '', priority: '', channels: [...channels], ...accessOf(provider, {}) },
  });
  const act = useAct(client.createProviderAccount);
  async function connect(): Promise<void> {
    const { name, priority, channels: chosen } = form.body();
    const body = {
      provider,
      ...(name === undefined ? {} : { name }),
      ...(priority === undefined ? {} : { priority }),
      channels: chosen,
      credentials: filledIn(form, 'credentials'),
      settings: filledIn(form, 'settings'),
    };
    // The fields are declared by the limits of this very body.
    const answer = await act.run({ body: body as never }, form);
    if (!answer) return;
    toast(t.connected);
    route(at(`/settings/payments/${answer.data.id}`));
  }
  return (
    <Form form={form} onSubmit={connect} label={t.connect}>
      <AccessFields form={form} provider={provider} />
      <ChoicesField
        form={form}
        name="channels"
        label={t.channels}
        options={channels.map((one) => [one, channelText(one)] as const)}
      />
      <div class="fields two">
        <TextField form={form} name="name" label={t.name} hint={t.nameHint} />
        <TextField
          form={form}
          name="priority"
          label={t.priority}
          hint={t.priorityHint}
          inputmode="numeric"
          placeholder="100"
        />
      </div>
      <FormActs form={form} save={t.connectNow} busy={act.busy} always>
        <ButtonLink kind="ghost" href={at('/settings/payments')}>
          {common.cancel}
        </ButtonLink>
      </FormActs>
    </Form>
  );
}
