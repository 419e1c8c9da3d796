import { CottontreeError } from '@cottontree/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits } from 'form:signInOperatorOnPage';
import { client } from '../../kit/data/client.ts';
import { operator } from '../../kit/data/operator.ts';
import { tellTabs } from '../../kit/data/other-tabs.ts';
import { queries } from '../../kit/data/queries.ts';
import { sessionEnded } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormFault } from '../../kit/parts/form.tsx';
import { PasswordField } from '../../kit/way-in/password-field.tsx';
import { signInRefusal } from '../../kit/way-in/sign-in-refusal.ts';
import { WayIn } from '../../kit/way-in/way-in.tsx';
import { signInTexts as t } from './texts.ts';

/** The way in. Whoever opened a page without being signed in goes on to that page. */
export function SignIn(): VNode {
  return (
    <WayIn title={t.title} text={location.host} foot={t.foot} slogan={t.slogan}>
      <Credentials />
    </WayIn>
  );
}

/** A session that ended in the middle of something: signing in lies over the page, and nothing below it is lost. */
export function AskAgain(): VNode {
  return (
    <Dialog title={t.ended} onClose={() => undefined} holds>
      <p class="quiet">{t.endedText}</p>
      <div class="way-in-form">
        <Credentials email={operator.value?.user.email ?? ''} />
      </div>
    </Dialog>
  );
}

function Credentials({ email = '' }: { readonly email?: string }): VNode {
  const form = useForm({ limits, initial: { email, password: '' } });
  const [busy, setBusy] = useState(false);

  async function signIn(): Promise<void> {
    setBusy(true);
    try {
      const { data } = await client.signInOperatorOnPage({
        body: { email: form.text('email').trim(), password: form.text('password') },
      });
      operator.value = { user: data.user, scopes: data.scopes };
      sessionEnded.value = false;
      tellTabs('in');
      void queries.invalidateQueries();
    } catch (error) {
      if (!(error instanceof CottontreeError)) throw error;
      form.faults.value = { [error.code === 'INVALID_CREDENTIALS' ? 'password' : '']: signInRefusal(error) };
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form form={form} onSubmit={signIn} label={t.signIn}>
      <TextField
        form={form}
        name="email"
        label={t.email}
        type="email"
        autocomplete="username"
        inputmode="email"
        autofocus
      />
      <PasswordField form={form} name="password" label={t.password} autocomplete="current-password" />
      <FormFault form={form} />
      <Button type="submit" kind="primary" wide busy={busy}>
        {t.signIn}
      </Button>
    </Form>
  );
}
