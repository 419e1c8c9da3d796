import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, TimeIn } from '../../schema.ts';
import { exampleCashSession } from '../cash/cash-examples.ts';
import { CashReport } from '../cash/cash-schema.ts';
import { drawerFlags, type DrawerFlag } from './drawer-entries.ts';
import { RefusedItem, syncedSaleOutcomes } from './sync-sales.ts';

export const SyncedDrawerEntry = Type.Object(
  {
    client_id: Nullable(Type.String({ description: 'As it came; null: none came.' })),
    result: OneOf(
      syncedSaleOutcomes,
      'accepted: it is written now. duplicate: it was before; both can leave the till. refused: it cannot be written as it is; error says why.',
    ),
    flags: Type.Unsafe<DrawerFlag[]>({
      type: 'array',
      items: { type: 'string', enum: [...drawerFlags] },
      description: 'What a person should look at; told with the first answer.',
    }),
    cash_session_id: Nullable(
      Type.String({ description: '`csh_…`, the drawer that it is in; null: it was refused.' }),
    ),
    refund_id: Nullable(
      Type.String({
        description: '`srf_…`; null: it is none, or the sale had nothing left to be given back.',
      }),
    ),
    report: Nullable(CashReport, 'Of a closing the Z report; null: it is none.'),
    error: Nullable(RefusedItem, 'Why it was refused; null: it was not.'),
  },
  { title: 'SyncedDrawerEntry', description: 'What became of one thing that happened at a drawer.' },
);
export type SyncedDrawerEntry = Static<typeof SyncedDrawerEntry>;

const clientId = '01938f8e-2b04-7c31-9a55-6d0f4be2c811';

export const syncDrawers = operation({
  id: 'syncDrawers',
  method: 'POST',
  path: '/pos/sync/drawers',
  tag: 'Cash drawers',
  summary: 'Hand in what happened at drawers without network',
  description: [
    'Openings, movements, refunds in cash and closings, in the order in which they happened; each is written once, by its client_id, however often it comes.',
    'Cash that changed hands is never refused: what the service would have said otherwise is flagged, and the drawer holds what the till says it holds. An opening makes the id of the drawer from its client_id (csh_ and the same 128 bits), so that sales can name it before the service knows of it; a drawer of that till that is still open is closed without being counted (closed_before). What comes after its drawer was closed is late (closed_session). Of a refund, the cash beside what the sale has left is a movement (totals_differ, refund_exceeds, unknown_sale).',
    'A session of a till hands in what its people did; a key needs cash:write, and for refunds refunds:write.',
  ].join(' '),
  scope: 'sales:write',
  mendsText: true,
  status: 200,
  body: Type.Object(
    {
      device_time: Type.Optional(
        TimeIn("What the till's clock says now: by how far it is off, times are put right."),
      ),
      entries: Type.Array(
        Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
        {
          minItems: 1,
          maxItems: 50,
          description:
            'Each with client_id, kind (opening, movement, refund, closing), occurred_at and what its kind asks for. One that cannot be read is refused by itself.',
        },
      ),
    },
    { title: 'SyncDrawersBody', description: 'What happened at drawers.' },
  ),
  answer: Type.Object(
    {
      results: Type.Array(SyncedDrawerEntry, { description: 'One for each entry, in their order.' }),
      accepted: Type.Integer({ description: 'Entries that are new here.' }),
      duplicates: Type.Integer({ description: 'Entries that were here already.' }),
      refused: Type.Integer({ description: 'Entries that were not taken; their results say why.' }),
    },
    { title: 'SyncedDrawers', description: 'What became of each.' },
  ),
  errors: [],
  example: {
    body: {
      device_time: '2026-11-21T18:00:00Z',
      entries: [
        {
          client_id: clientId,
          kind: 'opening',
          terminal_id: exampleCashSession.terminal_id,
          opening_float: 500,
          occurred_at: '2026-11-21T07:58:00Z',
        },
      ],
    },
    answer: {
      results: [
        {
          client_id: clientId,
          result: 'accepted',
          flags: [],
          cash_session_id: 'csh_01je7rwas4fgrsmnbd1x5y5j0h',
          refund_id: null,
          report: null,
          error: null,
        },
      ],
      accepted: 1,
      duplicates: 0,
      refused: 0,
    },
  },
});
