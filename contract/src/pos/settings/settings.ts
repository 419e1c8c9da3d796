import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { AmountIn, AmountOut, Nullable, OneOf, shownMode, TimeOut } from '../../schema.ts';
import { VersionOut } from '../../shared-fields.ts';
import { cashRoundingModes, taxRoundings } from '../../totals/cart.ts';
import { ReceiptLines } from './receipt-lines.ts';

/** A day: a till whose clock is further off has another fault. */
const SKEW_MINUTES_MAX = 1_440;

const fields = {
  tax_rounding: OneOf(
    taxRoundings,
    'Whether tax is rounded once for each rate of a document, or at each line.',
  ),
  tax_inclusive: Type.Boolean({
    description: 'Whether prices have tax in them where a product does not say.',
  }),
  cash_rounding_mode: OneOf(cashRoundingModes, 'Where cash goes that the smallest coin does not reach.'),
  reserve_on_park: Type.Boolean({ description: 'Whether a parked sale keeps its stock.' }),
  require_cash_session: Type.Boolean({ description: 'Whether cash is taken only in an open cash session.' }),
  receipt_header: ReceiptLines('At the head of every receipt.'),
  receipt_footer: ReceiptLines('At the foot of every receipt.'),
  sale_number_pattern: Type.String({
    maxLength: 40,
    pattern:
      '^(?:[A-Za-z0-9_./-]|\\{(?:YYYY|MM|LOC)\\})*\\{0{1,10}\\}(?:[A-Za-z0-9_./-]|\\{(?:YYYY|MM|LOC)\\})*$',
    description:
      "How sales are numbered at each location: {0000} is the number with at least so many digits, {YYYY} and {MM} year and month, {LOC} the location's code. With {YYYY}, numbers begin anew each year.",
  }),
  offline_managers: Type.Boolean({
    description:
      "Whether a till without network also checks the PINs of people who may do more than who is signed in there; from six digits on, where they may refund, void or change prices. The risk: every cashier's till then holds what a thief of it needs to try those PINs at leisure, six digits in minutes with a good graphics card. Default false: they sign in with network.",
  }),
  clock_skew_minutes: Type.Integer({
    minimum: 0,
    maximum: SKEW_MINUTES_MAX,
    description: "How far a till's clock may be off before a sale made without network is flagged.",
  }),
};

export const PosSettings = Type.Object(
  {
    version: VersionOut,
    ...fields,
    cash_rounding_increment: AmountOut('The smallest coin that is taken; 0: cash is not rounded.'),
    ...shownMode,
    updated_at: Nullable(TimeOut('When it was last changed; null: never.')),
  },
  { title: 'PosSettings', description: 'How the till reckons, numbers and prints, for the mode of the key.' },
);
export type PosSettings = Static<typeof PosSettings>;

const exampleSettings = {
  version: 2,
  tax_rounding: 'document',
  tax_inclusive: true,
  cash_rounding_increment: 0.5,
  cash_rounding_mode: 'nearest',
  reserve_on_park: false,
  require_cash_session: true,
  receipt_header: ['Aminata Stores'],
  receipt_footer: ['Thank you. Goods can be exchanged within 7 days.'],
  sale_number_pattern: '{LOC}-{00000}',
  offline_managers: false,
  clock_skew_minutes: 15,
  livemode: true,
  test: false,
  updated_at: '2026-11-21T09:14:00.000Z',
} as const satisfies PosSettings;

export const getPosSettings = operation({
  id: 'getPosSettings',
  method: 'GET',
  path: '/pos/settings',
  tag: 'Locations',
  summary: 'Read the settings of the till',
  scope: 'pos:read',
  orScope: 'pos:admin',
  status: 200,
  answer: PosSettings,
  errors: [],
  example: { answer: exampleSettings },
});

export const updatePosSettings = operation({
  id: 'updatePosSettings',
  method: 'PATCH',
  path: '/pos/settings',
  tag: 'Locations',
  summary: 'Change the settings of the till',
  description: 'What is left out stays. Sales that were made keep the figures and numbers that they have.',
  scope: 'pos:admin',
  status: 200,
  body: Type.Object(
    {
      ...Type.Partial(Type.Object(fields)).properties,
      cash_rounding_increment: Type.Optional(AmountIn('0 or above; 0: cash is not rounded.')),
    },
    { title: 'UpdatePosSettingsBody', description: 'What is to change.' },
  ),
  readOnly: ['version', 'livemode', 'test', 'updated_at'],
  answer: PosSettings,
  errors: ['AMOUNT_PRECISION', 'PRECONDITION_FAILED'],
  example: {
    body: { cash_rounding_increment: 0.5, require_cash_session: true, receipt_header: ['Aminata Stores'] },
    answer: exampleSettings,
  },
});
