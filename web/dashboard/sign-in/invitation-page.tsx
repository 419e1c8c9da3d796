import { CottontreeError } from '@cottontree/client';
import type { MemberRole } from '@cottontree/contract';
import { limits } from 'form:acceptInvitation';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { tellTabs } from '../../kit/data/other-tabs.ts';
import { account, chooseShop } from '../../kit/data/session.ts';
import type { FormLimits } from '../../kit/form/limits.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormFault } from '../../kit/parts/form.tsx';
import { Loading } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import { roleName } from '../../kit/text/roles.ts';
import { signInRefusal } from '../../kit/way-in/sign-in-refusal.ts';
import { at } from '../paths.ts';
import { WayIn } from '../../kit/way-in/way-in.tsx';
import { PasswordField } from '../../kit/way-in/password-field.tsx';
import { signInTexts as t } from './texts.ts';

/** Joining a shop by a link: the token stands behind `#`, which no browser sends and no log keeps. */
export function InvitationPage({ token }: { readonly token: string }): VNode {
  const { answer, error, again } = useCall(client.getInvitation, token === '' ? null : { params: { token } });
  if (token === '' || (error && GONE.has(error.code)))
    return (
      <WayIn title={t.goneTitle} text={t.goneText}>
        <ButtonLink href="/dashboard/sign-in">{t.signIn}</ButtonLink>
      </WayIn>
    );
  // A network that broke off says nothing of the invitation.
  if (error && !answer)
    return (
      <WayIn title={common.notLoaded} text={signInRefusal(error)}>
        <Button kind="primary" wide onClick={again}>
          {common.tryNow}
        </Button>
      </WayIn>
    );
  if (!answer)
    return (
      <WayIn title={t.invitation}>
        <Loading rows={3} />
      </WayIn>
    );
  return <Join token={token} invitation={answer.data} />;
}

/** As the server asks; it looks again. */
const PASSWORD_CHARACTERS_MIN = 10;
/** Whoever has an account already has a name, and a password however short. */
const NEW_LIMITS: FormLimits = {
  ...limits,
  name: { ...limits['name'], required: true },
  password: { ...limits['password'], required: true, minLength: PASSWORD_CHARACTERS_MIN },
};
const GONE: ReadonlySet<string> = new Set(['INVITATION_CLOSED', 'INVITATION_NOT_FOUND', 'VALIDATION_ERROR']);

type Invitation = {
  readonly email: string;
  readonly merchant_id: string;
  readonly merchant_name: string;
  readonly role: MemberRole;
  readonly has_account: boolean;
};

function Join({ token, invitation }: { readonly token: string; readonly invitation: Invitation }): VNode {
  const { has_account: known, merchant_id, merchant_name, role, email } = invitation;
  const form = useForm(
    known
      ? { limits, initial: { password: '' } }
      : { limits: NEW_LIMITS, initial: { name: '', password: '' } },
  );
  const [asksCode, setAsksCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const { route } = useLocation();
  async function join(): Promise<void> {
    setBusy(true);
    try {
      const { data } = await client.acceptInvitation({
        params: { token },
        body: form.body() as { password: string },
      });
      account.value = data;
      tellTabs('in');
      chooseShop(merchant_id);
      route(at('/', 'live'), true);
    } catch (error) {
      if (!(error instanceof CottontreeError)) throw error;
      if (error.code === 'SECOND_FACTOR_REQUIRED' && !asksCode) {
        form.set('code', '');
        setAsksCode(true);
      } else if (error.code === 'INVALID_CREDENTIALS') form.faults.value = { password: signInRefusal(error) };
      else if (error.code === 'SECOND_FACTOR_WRONG') form.faults.value = { code: signInRefusal(error) };
      else if (error.code === 'RATE_LIMITED') form.faults.value = { '': signInRefusal(error) };
      else form.refuse(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <WayIn title={t.invited(merchant_name)} text={t.invitedAs(roleName(role).toLowerCase(), email)}>
      <Form form={form} onSubmit={join} label={t.join}>
        {known ? (
          <p class="quiet">{t.knownPassword}</p>
        ) : (
          <TextField form={form} name="name" label={t.yourName} autocomplete="name" autofocus />
        )}
        <input type="hidden" autocomplete="username" value={email} />
        <PasswordField
          form={form}
          name="password"
          label={known ? t.password : t.choosePassword}
          autocomplete={known ? 'current-password' : 'new-password'}
          {...(known ? {} : { hint: t.newPasswordHint })}
        />
        {asksCode && (
          <TextField form={form} name="code" label={t.code} hint={t.codeHint} autocomplete="one-time-code" />
        )}
        <FormFault form={form} />
        <Button type="submit" kind="primary" wide busy={busy}>
          {t.join}
        </Button>
      </Form>
    </WayIn>
  );
}
