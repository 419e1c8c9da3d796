import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { AmountOut, Livemode, Nullable, OneOf, TimeOut } from '../../schema.ts';
import { drawerEntryKinds, drawerFlags, type DrawerFlag } from '../sync/drawer-entries.ts';
import { exampleCashMovement, exampleCashSession } from './cash-examples.ts';
import { SessionParams } from './cash-schema.ts';

export const FlaggedDrawerEntry = Type.Object(
  {
    client_id: Type.String({ description: 'What the till called it.' }),
    cash_session_id: Type.String({ description: '`csh_…`, the drawer.' }),
    kind: OneOf(drawerEntryKinds, 'What was done at the drawer.'),
    flags: Type.Unsafe<DrawerFlag[]>({
      type: 'array',
      items: { type: 'string', enum: [...drawerFlags] },
      description: 'What about it should be looked at, as the till was told when it handed it in.',
    }),
    amount: Nullable(
      AmountOut('Cash that changed hands, or lay in the drawer when it was opened; null: it was counted.'),
    ),
    staff_id: Nullable(
      Type.String({
        description: 'The member of staff; null: nobody, or one whom the merchant does not have.',
      }),
    ),
    occurred_at: TimeOut("When it happened, by the till's clock as it was put right."),
    recorded_at: TimeOut('When the service learned of it.'),
    livemode: Livemode,
  },
  {
    title: 'FlaggedDrawerEntry',
    description: 'Something that was done at a drawer without network and that a person should look at.',
  },
);
export type FlaggedDrawerEntry = Static<typeof FlaggedDrawerEntry>;

export const listDrawerFlags = operation({
  id: 'listDrawerFlags',
  method: 'GET',
  path: '/pos/cash-sessions/:id/flags',
  tag: 'Cash drawers',
  summary: 'List what should be looked at',
  description:
    'Of what a till did at this drawer without network, each entry that was flagged when it was handed in. Newest first.',
  scope: 'cash:write',
  list: true,
  status: 200,
  params: SessionParams,
  query: ListQuery(['-recorded_at', 'recorded_at'], {}),
  answer: FlaggedDrawerEntry,
  errors: ['CASH_SESSION_NOT_FOUND'],
  example: {
    params: { id: exampleCashSession.id },
    answer: {
      client_id: exampleCashMovement.client_id,
      cash_session_id: exampleCashSession.id,
      kind: 'movement',
      flags: ['closed_session'],
      amount: 20,
      staff_id: exampleCashMovement.staff_id,
      occurred_at: exampleCashMovement.occurred_at,
      recorded_at: '2026-11-21T18:20:00.000Z',
      livemode: true,
    },
  },
});
