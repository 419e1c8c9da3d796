import type { User } from '@cottontree/contract';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { operator } from '../../kit/data/operator.ts';
import { distanceText } from '../../kit/format/time.ts';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { Page } from '../shell/page.tsx';
import { roleName } from '../../kit/text/roles.ts';
import { ChangePersonDialog, NewPersonDialog } from './person-dialogs.tsx';
import { systemTexts as t } from './texts.ts';

/** Who works here: roles, and who may sign in. */
export function PeoplePage(): VNode {
  const [open, setOpen] = useState<User | 'new' | null>(null);
  const columns: readonly Column<User>[] = [
    { key: 'name', title: t.name, phone: 1, cell: (one) => one.name },
    { key: 'status', title: t.status, phone: 2, cell: (one) => <Status of="member" status={one.status} /> },
    { key: 'email', title: t.email, phone: 3, cell: (one) => one.email },
    { key: 'role', title: t.role, phone: 4, cell: (one) => roleName(one.role) },
    {
      key: 'seen',
      title: t.lastIn,
      cell: (one) => (one.last_signed_in_at === null ? t.never : distanceText(one.last_signed_in_at)),
    },
    {
      key: 'acts',
      title: '',
      right: true,
      phone: 2,
      cell: (one) =>
        one.id !== operator.value?.user.id && (
          <Button size="s" onClick={() => setOpen(one)}>
            {common.change}
          </Button>
        ),
    },
  ];
  return (
    <Page
      title={t.people}
      lead={t.peopleLead}
      acts={
        <Button kind="primary" class="main-act" icon={Plus} onClick={() => setOpen('new')}>
          {t.addPerson}
        </Button>
      }
    >
      <List
        operation={client.listUsers}
        label={t.people}
        columns={columns}
        keyOf={(one) => one.id}
        isDim={(one) => one.status === 'suspended'}
        sorts={[
          ['-created_at', common.newestFirst],
          ['name', t.byName],
        ]}
        empty={<Empty title={t.people} text={t.peopleLead} />}
        nothing={t.people}
      />
      {open === 'new' && <NewPersonDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && <ChangePersonDialog person={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}
