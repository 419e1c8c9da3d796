import { limits as askLimits } from 'form:requestPasswordReset';
import { limits as setLimits } from 'form:resetPassword';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormFault } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { WayIn } from '../../kit/way-in/way-in.tsx';
import { PasswordField } from '../../kit/way-in/password-field.tsx';
import { signInTexts as t } from './texts.ts';

const SIGN_IN = '/dashboard/sign-in';

/** Asking for a link; the answer is the same whether anybody has the address. */
export function AskReset(): VNode {
  const form = useForm({ limits: askLimits, initial: { email: '' } });
  const act = useAct(client.requestPasswordReset);
  const [sent, setSent] = useState(false);
  return (
    <WayIn title={t.resetTitle} text={t.resetText}>
      {sent ? (
        <Note meaning="good">{t.sent}</Note>
      ) : (
        <Form
          form={form}
          label={t.sendLink}
          onSubmit={async () =>
            setSent((await act.run({ body: { email: form.text('email').trim() } }, form)) !== null)
          }
        >
          <TextField
            form={form}
            name="email"
            label={t.email}
            type="email"
            autocomplete="username"
            inputmode="email"
            autofocus
          />
          <FormFault form={form} />
          <Button type="submit" kind="primary" wide busy={act.busy}>
            {t.sendLink}
          </Button>
        </Form>
      )}
      <ButtonLink kind="ghost" href={SIGN_IN}>
        {t.backToSignIn}
      </ButtonLink>
    </WayIn>
  );
}

/** A new password by a link that was sent. */
export function SetPassword({ token }: { readonly token: string }): VNode {
  const form = useForm({ limits: setLimits, initial: { new_password: '' } });
  const act = useAct(client.resetPassword);
  const [done, setDone] = useState(false);
  if (act.error?.code === 'RESET_LINK_CLOSED')
    return (
      <WayIn title={t.goneTitle} text={t.goneText}>
        <ButtonLink href="/dashboard/password-reset">{t.sendLink}</ButtonLink>
      </WayIn>
    );
  return (
    <WayIn title={t.resetTitle}>
      {done ? (
        <>
          <Note meaning="good">{t.passwordSet}</Note>
          <ButtonLink kind="primary" wide href={SIGN_IN}>
            {t.signIn}
          </ButtonLink>
        </>
      ) : (
        <Form
          form={form}
          label={t.setPassword}
          onSubmit={async () =>
            setDone(
              (await act.run({ body: { token, new_password: form.text('new_password') } }, form)) !== null,
            )
          }
        >
          <PasswordField
            form={form}
            name="new_password"
            label={t.newPassword}
            hint={t.newPasswordHint}
            autocomplete="new-password"
            autofocus
          />
          <FormFault form={form} />
          <Button type="submit" kind="primary" wide busy={act.busy}>
            {t.setPassword}
          </Button>
        </Form>
      )}
    </WayIn>
  );
}
