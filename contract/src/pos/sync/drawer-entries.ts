import { Type, type Static } from 'typebox';
import { AmountIn, OneOf, Text, TimeIn } from '../../schema.ts';
import { CountedIn } from '../cash/cash-schema.ts';
import { cashMovementTypes } from '../words.ts';

/** What happens at a drawer, as a till without network hands it in. */
export const drawerEntryKinds = Object.freeze(['opening', 'movement', 'refund', 'closing'] as const);
export type DrawerEntryKind = (typeof drawerEntryKinds)[number];

/** What about it a person should look at. */
export const drawerFlags = Object.freeze([
  'permission',
  'staff_differs',
  'foreign_terminal',
  'clock_skew',
  'closed_session',
  'closed_before',
  'totals_differ',
  'refund_exceeds',
  'unknown_sale',
] as const);
export type DrawerFlag = (typeof drawerFlags)[number];

const common = {
  client_id: Type.String({ format: 'uuid', description: 'What the till calls it, unique for ever.' }),
  terminal_id: Type.Optional(Text(64, 'At which till; that of the session, if left out.')),
  staff_id: Type.Optional(Text(64, 'Who did it.')),
  occurred_at: TimeIn("When it happened, by the till's clock."),
};
const drawer = Text(
  64,
  'The drawer: csh_…, for one that was opened without network the id that its opening makes.',
);

export const DrawerOpeningIn = Type.Object({
  ...common,
  kind: Type.Literal('opening'),
  opening_float: AmountIn('Cash that lay in it.'),
});
export const DrawerMovementIn = Type.Object({
  ...common,
  kind: Type.Literal('movement'),
  cash_session_id: drawer,
  type: OneOf(cashMovementTypes),
  amount: Type.Optional(AmountIn('More than 0; left out for no_sale.')),
  reason: Type.Optional(Text(200, 'Why; required but for a drop.')),
});
export const DrawerRefundIn = Type.Object({
  ...common,
  kind: Type.Literal('refund'),
  cash_session_id: drawer,
  sale_client_id: Type.String({ format: 'uuid', description: 'client_id of the sale.' }),
  items: Type.Array(
    Type.Object({
      line: Type.Integer({ minimum: 1, description: 'Of the sale, from 1.' }),
      quantity: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['number', 'string'],
          maxLength: 40,
          description: 'How much came back.',
        }),
      ),
      restock: Type.Optional(
        Type.Boolean({ description: 'Whether it is on the shelf again; default true.' }),
      ),
    }),
    { minItems: 1, maxItems: 200 },
  ),
  amount: AmountIn('Cash that was given back.'),
  reason: Type.Optional(Text(500)),
});
export const DrawerClosingIn = Type.Object({
  ...common,
  kind: Type.Literal('closing'),
  cash_session_id: drawer,
  counted: Type.Array(CountedIn, { maxItems: 20 }),
  note: Type.Optional(Text(500)),
});

export type DrawerOpeningIn = Static<typeof DrawerOpeningIn>;
export type DrawerMovementIn = Static<typeof DrawerMovementIn>;
export type DrawerRefundIn = Static<typeof DrawerRefundIn>;
export type DrawerClosingIn = Static<typeof DrawerClosingIn>;
export type DrawerEntryIn = DrawerOpeningIn | DrawerMovementIn | DrawerRefundIn | DrawerClosingIn;
