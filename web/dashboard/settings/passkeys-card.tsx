import type { Operations, Data } from '@cottontree/contract';
import { limits as startLimits } from 'form:startPasskey';
import { limits as nameLimits } from 'form:updatePasskey';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { makePasskey, takesPasskeys } from '../../kit/data/passkeys.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { account } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { nearText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { PasswordField } from '../../kit/way-in/password-field.tsx';
import { securityTexts as t } from './security-texts.ts';

type Passkey = Data<Operations['listPasskeys']>;
type Asking = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey };

/** What signs the person in without a password: added, named, removed. */
export function PasskeysCard(): VNode {
  const [asking, setAsking] = useState<Asking | null>(null);
  const { answer } = useCall(client.listPasskeys, {});
  const close = (): void => setAsking(null);
  return (
    <Card title={t.passkeys} bare>
      <div class="inside">
        <p class="quiet">{takesPasskeys() ? t.passkeysText : t.noPasskeysHere}</p>
        {takesPasskeys() && (
          <p class="gap-top">
            <Button onClick={() => setAsking({ what: 'add' })}>{t.add}</Button>
          </p>
        )}
      </div>
      <ul class="line-rows">
        {(answer?.data ?? []).map((passkey) => (
          <Row key={passkey.id} passkey={passkey} ask={(what) => setAsking({ what, passkey })} />
        ))}
      </ul>
      {asking?.what === 'add' && <Add close={close} />}
      {asking?.what === 'rename' && <Rename passkey={asking.passkey} close={close} />}
      {asking?.what === 'remove' && (
        <Remove passkey={asking.passkey} isLast={answer?.data.length === 1} close={close} />
      )}
    </Card>
  );
}

function Row({
  passkey: { name, synced, created_at, last_used_at },
  ask,
}: {
  readonly passkey: Passkey;
  readonly ask: (what: 'rename' | 'remove') => void;
}): VNode {
  return (
    <li>
      <span class="grow">
        <b>{name}</b> {synced && <span class="faint">{t.synced}</span>}
        <br />
        <span class="tiny faint">
          {t.made} {nearText(created_at)}.{' '}
          {last_used_at === null ? t.neverUsed : `${t.lastUsed} ${nearText(last_used_at)}`}.
        </span>
      </span>
      <Button size="s" about={name} onClick={() => ask('rename')}>
        {t.rename}
      </Button>
      <Button size="s" kind="danger" about={name} onClick={() => ask('remove')}>
        {t.remove}
      </Button>
    </li>
  );
}

function Add({ close }: { readonly close: () => void }): VNode {
  const form = useForm({
    limits: { ...nameLimits, ...startLimits },
    initial: { name: t.namePlaceholder, password: '' },
  });
  const start = useAct(client.startPasskey);
  const add = useAct(client.addPasskey);
  const [makes, setMakes] = useState(false);
  async function make(): Promise<void> {
    const options = await start.run({ body: { password: form.text('password') } }, form);
    if (!options) return;
    setMakes(true);
    const credential = await makePasskey(options.data).catch(() => null);
    setMakes(false);
    if (!credential) {
      form.faults.value = { '': t.refused };
      return;
    }
    if (!(await add.run({ body: { name: form.text('name').trim(), credential } }, form))) return;
    account.value = (await client.getMemberAccount()).data;
    toast(t.added);
    close();
  }
  return (
    <Dialog title={t.add} onClose={close}>
      <Form form={form} onSubmit={make} label={t.add}>
        <p class="quiet">{t.addText}</p>
        <TextField form={form} name="name" label={t.name} />
        <PasswordField form={form} name="password" label={t.password} autocomplete="current-password" />
        <FormActs form={form} save={t.next} busy={start.busy || makes || add.busy} always />
      </Form>
    </Dialog>
  );
}

type OneProps = { readonly passkey: Passkey; readonly close: () => void };

function Rename({ passkey, close }: OneProps): VNode {
  const form = useForm({ limits: nameLimits, initial: { name: passkey.name } });
  const act = useAct(client.updatePasskey);
  async function save(): Promise<void> {
    const body = { name: form.text('name').trim() };
    if (await act.run({ params: { id: passkey.id }, body }, form)) close();
  }
  return (
    <Dialog title={t.rename} onClose={close}>
      <Form form={form} onSubmit={save} label={t.rename}>
        <TextField form={form} name="name" label={t.name} autofocus />
        <FormActs form={form} save={t.save} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}

function Remove({ passkey, isLast, close }: OneProps & { readonly isLast: boolean }): VNode {
  const act = useAct(client.deletePasskey);
  async function remove(): Promise<void> {
    if (!(await act.run({ params: { id: passkey.id } }))) return;
    account.value = (await client.getMemberAccount()).data;
    close();
  }
  return (
    <Confirm
      title={t.removeTitle(passkey.name)}
      consequences={[isLast ? t.removeLast : t.removeMore]}
      busy={act.busy}
      fault={act.error?.message ?? null}
      keep={t.keep}
      go={t.remove}
      onGo={remove}
      onClose={close}
    />
  );
}
