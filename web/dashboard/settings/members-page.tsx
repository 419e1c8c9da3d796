import { UserPlus } from 'lucide';
import { limits as inviteLimits } from 'form:createInvitation';
import { limits as updateLimits } from 'form:updateMember';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { readAccount } from '../../kit/data/read-account.ts';
import { account, may, membership } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { nearText } from '../../kit/format/time.ts';
import { initialsOf } from '../../kit/format/words.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { List, type RowOf } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { SecretOnce } from '../../kit/parts/copy.tsx';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { MoneyField, SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Face, Tag } from '../../kit/parts/note.tsx';
import { roleName } from '../../kit/text/roles.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Invitations } from './invitations-card.tsx';
import { pageNames } from './page-names.ts';
import { roles, roleText, settingsTexts as t } from './texts.ts';

type Member = RowOf<'listMembers'>;

/** Who belongs to the shop, as what, and who is invited. */
export function MembersPage(): VNode {
  const [inviting, setInviting] = useState(false);
  const invite = may('members:write') && (
    <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      {t.invite}
    </Button>
  );
  return (
    <Page title={pageNames.members} crumbs={[[t.settings, at('/settings')]]} acts={invite}>
      <List
        operation={client.listMembers}
        label={pageNames.members}
        keyOf={({ id }) => id}
        filters={[
          {
            name: 'role',
            label: t.role,
            kind: 'choices',
            options: roles.map((role) => [role, roleName(role)]),
          },
        ]}
        nothing={t.nothingMember}
        empty={null}
        columns={[
          {
            key: 'who',
            title: t.who,
            phone: 1,
            cell: ({ name, email }) => (
              <span class="row">
                <Face initials={initialsOf(name)} size="s" />
                <span>
                  {name}
                  <small>{email}</small>
                </span>
              </span>
            ),
          },
          { key: 'role', title: t.role, phone: 3, cell: ({ role }) => <Tag>{roleName(role)}</Tag> },
          {
            key: 'limit',
            title: t.limit,
            right: true,
            cell: ({ limits }) =>
              limits.refund_max === null ? (
                <span class="faint">{t.noLimit}</span>
              ) : (
                <Money amount={limits.refund_max} currency={membership.value?.currency ?? 'SLE'} />
              ),
          },
          {
            key: 'second',
            title: t.second,
            cell: ({ second_factor }) => (second_factor ? t.yes : <span class="faint">{t.no}</span>),
          },
          {
            key: 'seen',
            title: t.lastSeen,
            right: true,
            phone: 4,
            cell: ({ last_signed_in_at: seen, second_factor }) => (
              <>
                <span class="only-phone">{t.lastSeen}: </span>
                {seen === null ? t.never : nearText(seen)}
                <span class="only-phone">
                  {' · '}
                  {t.second}: {second_factor ? t.yes : t.no}
                </span>
              </>
            ),
          },
          {
            key: 'acts',
            title: '',
            right: true,
            phone: 2,
            cell: (member) =>
              (may('members:write') || may('activity:read')) && <MemberMenu member={member} />,
          },
        ]}
      />
      {may('members:read') && <Invitations />}
      {inviting && <Invite close={() => setInviting(false)} />}
    </Page>
  );
}

function MemberMenu({ member }: { readonly member: Member }): VNode {
  const [asking, setAsking] = useState<'change' | 'remove' | null>(null);
  const remove = useAct(client.removeMember);
  const close = (): void => setAsking(null);
  return (
    <>
      <Menu
        items={[
          may('activity:read') && {
            name: t.whatTheyDid,
            href: hrefOf(at('/settings/activity'), { actor_id: member.person_id }),
          },
          may('members:write') && { name: t.change, onClick: () => setAsking('change') },
          may('members:write') && { name: t.remove, danger: true, onClick: () => setAsking('remove') },
        ]}
        label={`${t.change}: ${member.name}`}
        class="button ghost square s"
      />
      {asking === 'change' && <Change member={member} close={close} />}
      {asking === 'remove' && (
        <Confirm
          title={t.removeTitle(member.name)}
          consequences={[t.removeMore, t.removeMore2]}
          keep={t.keep}
          go={t.remove}
          busy={remove.busy}
          fault={remove.error?.message ?? null}
          onClose={close}
          onGo={async () => {
            if (!(await remove.run({ params: { id: member.id } }))) return;
            close();
            await ofOneself(member);
          }}
        />
      )}
    </>
  );
}

/** What somebody may do themselves changes with it at once. */
async function ofOneself({ person_id }: Member): Promise<void> {
  if (person_id === account.value?.id) await readAccount().catch(() => undefined);
}

const roleOptions = (): readonly (readonly [string, string])[] => roles.map((role) => [role, roleText(role)]);

function Change({ member, close }: { readonly member: Member; readonly close: () => void }): VNode {
  const form = useForm({
    limits: updateLimits,
    initial: {
      role: member.role,
      'limits.refund_max': member.limits.refund_max === null ? '' : String(member.limits.refund_max),
    },
  });
  const act = useAct(client.updateMember);
  return (
    <Dialog title={t.changeTitle(member.name)} onClose={close}>
      <Form
        form={form}
        label={t.change}
        onSubmit={async () => {
          if (!(await act.run({ params: { id: member.id }, body: form.changes() }, form))) return;
          close();
          await ofOneself(member);
        }}
      >
        <SelectField form={form} name="role" label={t.role} options={roleOptions()} />
        <MoneyField
          form={form}
          name="limits.refund_max"
          label={t.limit}
          hint={t.limitHint}
          currency={membership.value?.currency ?? 'SLE'}
        />
        <FormActs form={form} save={t.save} busy={act.busy} />
      </Form>
    </Dialog>
  );
}

/** An address and a role are enough; the link is shown, for where no mail is sent. */
function Invite({ close }: { readonly close: () => void }): VNode {
  const form = useForm({
    limits: inviteLimits,
    initial: { email: '', role: 'staff', 'limits.refund_max': '' },
  });
  const act = useAct(client.createInvitation);
  const [made, setMade] = useState<{ readonly link: string; readonly mailed: boolean } | null>(null);
  if (made)
    return (
      <Dialog title={t.inviteDone} onClose={close}>
        <p class="quiet">
          {t.linkText} {made.mailed && t.mailed}
        </p>
        <SecretOnce secret={made.link} />
      </Dialog>
    );
  return (
    <Dialog title={t.invite} onClose={close}>
      <Form
        form={form}
        label={t.invite}
        onSubmit={async () =>
          setMade(
            (await act.run({ body: form.body() as { email: string; role: 'staff' } }, form))?.data ?? null,
          )
        }
      >
        <p class="quiet">{t.inviteText}</p>
        <TextField form={form} name="email" label={t.email} type="email" inputmode="email" autofocus />
        <SelectField form={form} name="role" label={t.role} options={roleOptions()} />
        <MoneyField
          form={form}
          name="limits.refund_max"
          label={t.limit}
          hint={t.limitHint}
          currency={membership.value?.currency ?? 'SLE'}
        />
        <FormActs form={form} save={t.sendInvitation} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}
