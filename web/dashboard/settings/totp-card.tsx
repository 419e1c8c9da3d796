import { limits as confirmLimits } from 'form:confirmTotp';
import { limits as passwordLimits } from 'form:disableTotp';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { encodeQR } from 'qr';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { account } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { CopyButton, SecretOnce } from '../../kit/parts/copy.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { common } from '../../kit/text/common.ts';
import { PasswordField } from '../../kit/way-in/password-field.tsx';
import { settingsTexts as t } from './texts.ts';
import './settings.css';

type Asking = 'set up' | 'turn off' | 'new codes' | null;

async function readMe(): Promise<void> {
  account.value = (await client.getMemberAccount()).data;
}

/** The second step of signing in: on, off, and what opens the account when the app is lost. */
export function TotpCard(): VNode {
  const [asking, setAsking] = useState<Asking>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const me = account.value;
  const isOn = me?.totp_enabled === true;
  const close = (): void => setAsking(null);
  async function shown(next: readonly string[]): Promise<void> {
    close();
    setCodes(next);
    await readMe();
  }
  return (
    <Card title={t.totp}>
      <p class="quiet">{isOn ? t.totpOn(me.recovery_codes) : t.totpOff}</p>
      <div class="row wrap gap-top">
        {isOn ? (
          <>
            <Button onClick={() => setAsking('new codes')}>{t.newCodes}</Button>
            <Button kind="danger" onClick={() => setAsking('turn off')}>
              {t.turnOff}
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsking('set up')}>{t.setUp}</Button>
        )}
      </div>
      {asking === 'set up' && <SetUp close={close} done={shown} />}
      {asking === 'new codes' && <NewCodes close={close} done={shown} />}
      {asking === 'turn off' && <TurnOff close={close} />}
      {codes && <Codes codes={codes} close={() => setCodes(null)} />}
    </Card>
  );
}

type StepProps = { readonly close: () => void; readonly done: (codes: readonly string[]) => Promise<void> };

function SetUp({ close, done }: StepProps): VNode {
  const begin = useAct(client.startTotp);
  const confirm = useAct(client.confirmTotp);
  const form = useForm({ limits: confirmLimits, initial: { code: '' } });
  const [secret, setSecret] = useState<{ readonly secret: string; readonly uri: string } | null>(null);
  if (secret === null && !begin.busy && begin.error === null)
    queueMicrotask(async () => setSecret((await begin.run({}))?.data ?? null));
  async function send(): Promise<void> {
    const answer = await confirm.run({ body: { code: form.text('code').trim() } }, form);
    if (answer) await done(answer.data.recovery_codes);
  }
  return (
    <Dialog title={t.totp} onClose={close}>
      {begin.error && (
        <p class="fault" role="alert">
          {begin.error.message}
        </p>
      )}
      {secret && (
        <Form form={form} onSubmit={send} label={t.totp}>
          <p class="quiet">{t.scan}</p>
          <Qr text={secret.uri} />
          <SecretOnce secret={secret.secret} />
          <TextField
            form={form}
            name="code"
            label={t.code}
            inputmode="numeric"
            autocomplete="one-time-code"
            autofocus
          />
          <FormActs form={form} save={t.confirm} busy={confirm.busy} always />
        </Form>
      )}
    </Dialog>
  );
}

/** Drawn on the device, so that the secret goes nowhere. */
function Qr({ text }: { readonly text: string }): VNode {
  const cells = encodeQR(text, 'raw', { border: 2 });
  const size = cells.length;
  const path = cells
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <div class="totp-code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR" shape-rendering="crispEdges">
        <path d={path} fill="#000" />
      </svg>
    </div>
  );
}

function NewCodes({ close, done }: StepProps): VNode {
  const form = useForm({ limits: passwordLimits, initial: { password: '' } });
  const act = useAct(client.renewRecoveryCodes);
  async function send(): Promise<void> {
    const answer = await act.run({ body: { password: form.text('password') } }, form);
    if (answer) await done(answer.data.recovery_codes);
  }
  return (
    <Dialog title={t.newCodes} onClose={close}>
      <Form form={form} onSubmit={send} label={t.newCodes}>
        <PasswordField
          form={form}
          name="password"
          label={t.needsPassword}
          autocomplete="current-password"
          autofocus
        />
        <FormActs form={form} save={t.newCodes} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}

function TurnOff({ close }: { readonly close: () => void }): VNode {
  const form = useForm({ limits: passwordLimits, initial: { password: '' } });
  const act = useAct(client.disableTotp);
  async function send(): Promise<void> {
    if (!(await act.run({ body: { password: form.text('password') } }, form))) return;
    await readMe();
    close();
  }
  return (
    <Dialog title={t.turnOff} onClose={close}>
      <Form form={form} onSubmit={send} label={t.turnOff}>
        <PasswordField
          form={form}
          name="password"
          label={t.needsPassword}
          autocomplete="current-password"
          autofocus
        />
        <FormActs form={form} save={t.turnOff} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}

function Codes({ codes, close }: { readonly codes: readonly string[]; readonly close: () => void }): VNode {
  return (
    <Dialog
      title={t.recovery}
      onClose={close}
      holds
      acts={
        <>
          <CopyButton text={codes.join('\n')} size="m" />
          <Button kind="primary" onClick={close}>
            {common.storedSafely}
          </Button>
        </>
      }
    >
      <p class="quiet">{t.recoveryText}</p>
      <ul class="recovery">
        {codes.map((code) => (
          <li>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
