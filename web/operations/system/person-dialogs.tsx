import { userRoles, type User } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits as createLimits } from 'form:createUser';
import { limits as updateLimits } from 'form:updateUser';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { SecretOnce } from '../../kit/parts/copy.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { common } from '../../kit/text/common.ts';
import { roleName } from '../../kit/text/roles.ts';
import { systemTexts as t } from './texts.ts';

const roles = (): readonly (readonly [string, string])[] => userRoles.map((role) => [role, roleName(role)]);

/** Somebody new; the password is made here and shown once. */
export function NewPersonDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const form = useForm({ limits: createLimits, initial: { name: '', email: '', role: 'dispatcher' } });
  const create = useAct(client.createUser);
  const [password, setPassword] = useState<string | null>(null);
  async function send(): Promise<void> {
    const body = form.body() as { name: string; email: string; role: User['role'] };
    const answer = await create.run({ body }, form);
    if (answer) setPassword(answer.data.password);
  }
  if (password !== null)
    return (
      <Dialog
        title={t.passwordOf(form.text('name'))}
        onClose={onClose}
        holds
        acts={
          <Button kind="primary" onClick={onClose}>
            {common.storedSafely}
          </Button>
        }
      >
        <p class="quiet">{t.passwordOnce}</p>
        <SecretOnce secret={password} />
      </Dialog>
    );
  return (
    <Dialog title={t.addPerson} onClose={onClose}>
      <Form form={form} onSubmit={send} label={t.addPerson}>
        <TextField form={form} name="name" label={t.name} />
        <TextField form={form} name="email" label={t.email} type="email" inputmode="email" />
        <SelectField form={form} name="role" label={t.role} hint={t.roleHint} options={roles()} />
        <FormActs form={form} save={t.addPerson} busy={create.busy} always />
      </Form>
    </Dialog>
  );
}

/** Another role, or no way in any more. */
export function ChangePersonDialog({
  person,
  onClose,
}: {
  readonly person: User;
  readonly onClose: () => void;
}): VNode {
  const form = useForm({
    limits: updateLimits,
    initial: { name: person.name, role: person.role, status: person.status },
  });
  const update = useAct(client.updateUser);
  async function send(): Promise<void> {
    if (await update.run({ params: { id: person.id }, body: form.changes() }, form)) onClose();
  }
  return (
    <Dialog title={person.name} onClose={onClose}>
      <Form form={form} onSubmit={send} label={person.name}>
        <TextField form={form} name="name" label={t.name} />
        <SelectField form={form} name="role" label={t.role} hint={t.roleHint} options={roles()} />
        <SelectField
          form={form}
          name="status"
          label={t.status}
          hint={t.statusHint}
          options={statusOptions(['active', 'suspended'])}
        />
        <FormActs form={form} save={common.save} busy={update.busy} />
      </Form>
    </Dialog>
  );
}
