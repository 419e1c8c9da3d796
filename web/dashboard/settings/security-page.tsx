import { limits as passwordLimits } from 'form:changeMemberPassword';
import { limits as meLimits } from 'form:updateMemberAccount';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { account } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Card } from '../../kit/parts/card.tsx';
import { SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { speak } from '../../kit/text/locale.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { PasswordField } from '../../kit/way-in/password-field.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { pageNames } from './page-names.ts';
import { settingsTexts as t } from './texts.ts';
import { TotpCard } from './totp-card.tsx';

/** What belongs to the person: name and language, password, the second step, sessions. */
export function SecurityPage(): VNode {
  return (
    <Page title={pageNames.security} crumbs={[[t.settings, at('/settings')]]}>
      <div class="narrow stack">
        <You />
        <Password />
        <PasskeysCard />
        <TotpCard />
        <SessionsCard />
      </div>
    </Page>
  );
}

function You(): VNode {
  const me = account.value;
  const form = useForm({ limits: meLimits, initial: { name: me?.name ?? '', locale: me?.locale ?? 'en' } });
  const act = useAct(client.updateMemberAccount);
  async function save(): Promise<void> {
    const answer = await act.run({ body: form.changes() }, form);
    if (!answer) return;
    account.value = answer.data;
    speak(answer.data.locale);
    form.reset({ ...form.values.value });
    toast(t.saved);
  }
  return (
    <Card title={t.you} end={me?.email}>
      <Form form={form} onSubmit={save} label={t.you}>
        <TextField form={form} name="name" label={t.name0} autocomplete="name" />
        <SelectField
          form={form}
          name="locale"
          label={t.language}
          options={[
            ['en', t.english],
            ['kri', t.krio],
          ]}
        />
        <FormActs form={form} save={t.save} busy={act.busy} />
      </Form>
    </Card>
  );
}

function Password(): VNode {
  const form = useForm({ limits: passwordLimits, initial: { password: '', new_password: '' } });
  const act = useAct(client.changeMemberPassword);
  async function save(): Promise<void> {
    const body = { password: form.text('password'), new_password: form.text('new_password') };
    if (!(await act.run({ body }, form))) return;
    form.reset({ password: '', new_password: '' });
    toast(t.passwordChanged);
  }
  return (
    <Card title={t.password}>
      <Form form={form} onSubmit={save} label={t.password}>
        <input type="text" hidden autocomplete="username" value={account.value?.email ?? ''} readOnly />
        <PasswordField form={form} name="password" label={t.oldPassword} autocomplete="current-password" />
        <PasswordField
          form={form}
          name="new_password"
          label={t.newPassword}
          hint={t.newPasswordHint}
          autocomplete="new-password"
        />
        <FormActs form={form} save={t.changePassword} busy={act.busy} />
      </Form>
    </Card>
  );
}
