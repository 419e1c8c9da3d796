import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CottontreeError } from '@cottontree/client';
import { limits } from 'form:signInMember';
import { client } from '../../kit/data/client.ts';
import { tellTabs } from '../../kit/data/other-tabs.ts';
import { takesPasskeys } from '../../kit/data/passkeys.ts';
import { account, type Account } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormFault } from '../../kit/parts/form.tsx';
import { PasswordField } from '../../kit/way-in/password-field.tsx';
import { signInRefusal } from '../../kit/way-in/sign-in-refusal.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { signInTexts as t } from './texts.ts';

/** The code is a field of the form once the account asks for it. */
const asked = { ...limits, code: { ...limits['code'], required: true } } as const;

/** E-mail and password, and where the account asks for it, a code; `done` once somebody is signed in. */
export function Credentials({
  email = '',
  done,
}: {
  readonly email?: string;
  readonly done: (account: Account) => void;
}): VNode {
  const form = useForm({ limits: asked, initial: { email, password: '' } });
  const [busy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  // Browsers heed `autofocus` once a page, and the second step is not its first.
  useEffect(() => document.querySelector<HTMLInputElement>('input[autofocus]')?.focus(), [asksCode]);

  async function signIn(): Promise<void> {
    setBusy(true);
    try {
      await client.signInMember({
        body: {
          email: form.text('email').trim(),
          password: form.text('password'),
          ...(form.text('code') ? { code: form.text('code').trim() } : {}),
        },
      });
      const { data } = await client.getMemberAccount();
      account.value = data;
      tellTabs('in');
      done(data);
    } catch (error) {
      if (!(error instanceof CottontreeError)) throw error;
      if (error.code === 'SECOND_FACTOR_REQUIRED' && form.text('code') === '') {
        form.set('code', '');
        setAsksCode(true);
      } else
        form.show({
          [asksCode ? 'code' : error.code === 'INVALID_CREDENTIALS' ? 'password' : '']: signInRefusal(error),
        });
    } finally {
      setBusy(false);
    }
  }

  if (asksCode)
    return (
      <Form form={form} onSubmit={signIn} label={t.secondStep}>
        <p class="quiet">{t.secondStepText}</p>
        <TextField
          form={form}
          name="code"
          label={t.code}
          hint={t.codeHint}
          autocomplete="one-time-code"
          autofocus
        />
        <FormFault form={form} />
        <Button type="submit" kind="primary" wide busy={busy}>
          {t.signIn}
        </Button>
        <Button
          kind="ghost"
          onClick={() => {
            form.reset({ email: form.text('email'), password: '' });
            setAsksCode(false);
          }}
        >
          {t.other}
        </Button>
      </Form>
    );
  return (
    <>
      <PasskeyButton done={done} />
      <Form form={form} onSubmit={signIn} label={t.signIn}>
        <TextField
          form={form}
          name="email"
          label={t.email}
          type="email"
          autocomplete="username"
          inputmode="email"
          autofocus={email === ''}
        />
        <PasswordField
          form={form}
          name="password"
          label={t.password}
          autocomplete="current-password"
          autofocus={email !== ''}
        />
        <FormFault form={form} />
        <Button type="submit" kind={takesPasskeys() ? 'plain' : 'primary'} wide busy={busy}>
          {t.signIn}
        </Button>
        <a class="link small way-in-forgotten" href="/dashboard/password-reset">
          {t.forgotten}
        </a>
      </Form>
    </>
  );
}
