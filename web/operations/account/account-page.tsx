import type { VNode } from 'preact';
import { limits } from 'form:changePassword';
import { client } from '../../kit/data/client.ts';
import { operator } from '../../kit/data/operator.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { distanceText, nearText } from '../../kit/format/time.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { PasswordField } from '../../kit/way-in/password-field.tsx';
import { Page } from '../shell/page.tsx';
import { roleName } from '../../kit/text/roles.ts';
import { shellTexts } from '../shell/texts.ts';
import { accountTexts as t } from './texts.ts';
import './account.css';

/** One's own way in: the password, and where one is signed in. */
export function AccountPage(): VNode {
  const person = operator.value?.user;
  return (
    <Page
      title={person?.name ?? shellTexts.account}
      {...(person ? { lead: t.lead(person.email, roleName(person.role)) } : {})}
    >
      <div class="narrow stack">
        <PasswordCard />
        <SessionsCard />
      </div>
    </Page>
  );
}

function PasswordCard(): VNode {
  const form = useForm({ limits, initial: { password: '', new_password: '' } });
  const change = useAct(client.changePassword);
  async function send(): Promise<void> {
    const body = { password: form.text('password'), new_password: form.text('new_password') };
    if (!(await change.run({ body }, form))) return;
    form.reset();
    toast(t.changed);
  }
  return (
    <Card title={t.password}>
      <Form form={form} onSubmit={send} label={t.password}>
        <PasswordField form={form} name="password" label={t.old} autocomplete="current-password" />
        <PasswordField
          form={form}
          name="new_password"
          label={t.next}
          hint={t.nextHint}
          autocomplete="new-password"
        />
        <FormActs form={form} save={t.change} busy={change.busy} always />
      </Form>
    </Card>
  );
}

const SESSIONS_MAX = 20;

function SessionsCard(): VNode {
  const { answer, error, again } = useCall(client.listSessions, { query: { limit: SESSIONS_MAX } });
  const end = useAct(client.endSession);
  return (
    <Card title={t.sessions}>
      {error && !answer && <Problem error={error} again={again} />}
      {!answer && !error && <Loading rows={2} />}
      <ul class="own-sessions">
        {(answer?.data ?? []).map((session) => (
          <li key={session.id}>
            <span class="grow">
              <b>{session.address}</b> {session.current && <Tag meaning="good">{t.here}</Tag>}
              <br />
              <span class="small quiet">
                {t.since(nearText(session.created_at))}, {t.seen(distanceText(session.last_seen_at))}
              </span>
            </span>
            {!session.current && (
              <Button size="s" busy={end.busy} onClick={() => void end.run({ params: { id: session.id } })}>
                {t.end}
                <span class="hidden-text">: {t.endOf(session.address)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {end.error && (
        <p class="fault" role="alert">
          {end.error.message}
        </p>
      )}
    </Card>
  );
}
