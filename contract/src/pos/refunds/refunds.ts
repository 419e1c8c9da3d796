import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { AmountIn, OneOf, Text, TimeIn } from '../../schema.ts';
import { exampleSaleRefund, refundTenders, SaleRefund, saleRefundStatuses } from './refund-schema.ts';

const SaleOf = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the sale, sale_….' }),
});
const saleParams = { id: exampleSaleRefund.sale_id };

export const RefundSaleBody = Type.Object(
  {
    client_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Yours, unique for ever: the same refund sent again is answered again.',
      }),
    ),
    items: Type.Optional(
      Type.Array(
        Type.Object({
          line: Type.Integer({ minimum: 1, description: 'Of the sale, from 1.' }),
          quantity: Type.Optional(
            Type.Unsafe<number | string>({
              type: ['number', 'string'],
              maxLength: 40,
              description: 'How much of it comes back, at most 3 decimals; all that has not, if left out.',
            }),
          ),
          restock: Type.Optional(
            Type.Boolean({
              default: true,
              description: 'Put it on the shelf again. False for what is broken.',
            }),
          ),
        }),
        {
          minItems: 1,
          maxItems: 200,
          description: 'What comes back; its share of the sale goes back with it.',
        },
      ),
    ),
    amount: Type.Optional(AmountIn('Money without goods, instead of items.')),
    everything: Type.Optional(
      Type.Literal(true, { description: 'All that is left of the sale, its tip too, instead of items.' }),
    ),
    restock: Type.Optional(
      Type.Boolean({ default: true, description: 'With everything: put it on the shelf again.' }),
    ),
    tip: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'The tip goes back too; with amount, the amount may reach into it.',
      }),
    ),
    tender: Type.Optional(
      OneOf(
        refundTenders,
        'original, if left out: the way it was paid. cash: out of the drawer, however it was paid.',
      ),
    ),
    payments: Type.Optional(
      Type.Array(
        Type.Object({
          payment_id: Text(64, '`pay_…`, a payment of the sale.'),
          amount: AmountIn('What of it goes back.'),
        }),
        {
          minItems: 1,
          maxItems: 20,
          description:
            'From which payments; together what goes back. Else those by other ways go first, then cash.',
        },
      ),
    ),
    cash_session_id: Type.Optional(
      Text(64, 'The drawer that cash comes out of; that of the sale where it is still open, if left out.'),
    ),
    staff_id: Type.Optional(Text(64, "Who refunds; a session's own where one calls.")),
    reason: Type.Optional(Text(500, 'Stands with the refund, up to 500 characters.')),
    occurred_at: Type.Optional(TimeIn('When it was made; default now, and at most 24 hours ahead of it.')),
  },
  { title: 'RefundSaleBody', description: 'One of items, amount and everything.' },
);
export type RefundSaleBody = Static<typeof RefundSaleBody>;

export const refundSale = operation({
  id: 'refundSale',
  method: 'POST',
  path: '/pos/sales/:id/refunds',
  tag: 'Sale refunds',
  summary: 'Refund a sale, or a part of it',
  description: [
    'Goods, an amount, or everything. In however many parts a sale comes back, its refunds add up to what was paid, to the cent; more is never refunded, whoever asks at the same moment.',
    'Cash is handed back at once and is in the figures of its drawer. Money by other ways is sent back by its provider: the refund is pending until that has said so. Sends pos.sale.refunded when the money has gone.',
  ].join(' '),
  scope: 'refunds:write',
  status: 201,
  otherStatuses: [200],
  params: SaleOf,
  body: RefundSaleBody,
  answer: SaleRefund,
  errors: [
    'MEMBER_LIMIT_EXCEEDED',
    'AMOUNT_PRECISION',
    'STAFF_PERMISSION_REQUIRED',
    'SALE_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'PAYMENT_NOT_FOUND',
    'CASH_SESSION_NOT_FOUND',
    'STATE_CONFLICT',
    'CASH_SESSION_REQUIRED',
    'CASH_SESSION_CLOSED',
    'REFUND_EXCEEDS_PAYMENT',
    'REFUND_NOT_SUPPORTED',
  ],
  example: {
    params: saleParams,
    body: {
      client_id: exampleSaleRefund.client_id,
      items: [{ line: 1, quantity: 1, restock: true }],
      reason: exampleSaleRefund.reason,
    },
    answer: exampleSaleRefund,
  },
});

export const listSaleRefunds = operation({
  id: 'listSaleRefunds',
  method: 'GET',
  path: '/pos/sales/:id/refunds',
  tag: 'Sale refunds',
  summary: 'List the refunds of a sale',
  description: 'Newest first.',
  scope: 'pos:read',
  list: true,
  status: 200,
  params: SaleOf,
  query: ListQuery(sorts, {}),
  answer: SaleRefund,
  errors: ['SALE_NOT_FOUND'],
  example: { params: saleParams, query: {}, answer: exampleSaleRefund },
});

export const listPosRefunds = operation({
  id: 'listPosRefunds',
  method: 'GET',
  path: '/pos/refunds',
  tag: 'Sale refunds',
  summary: 'List refunds of sales',
  description: 'Newest first.',
  scope: 'pos:read',
  sessions: 'never',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(saleRefundStatuses),
    location_id: Type.Optional(Text(64, 'Only at this location.')),
    cash_session_id: Type.Optional(Text(64, 'Out of this drawer.')),
    created_from: Type.Optional(TimeIn('Made at this moment or later.')),
    created_to: Type.Optional(TimeIn('Made before this moment.')),
  }),
  answer: SaleRefund,
  errors: [],
  example: { query: { status: 'succeeded' }, answer: exampleSaleRefund },
});

export const getPosRefund = operation({
  id: 'getPosRefund',
  method: 'GET',
  path: '/pos/refunds/:id',
  tag: 'Sale refunds',
  summary: 'Read a refund of a sale',
  scope: 'pos:read',
  status: 200,
  params: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the refund, srf_….' }),
  }),
  answer: SaleRefund,
  errors: ['REFUND_NOT_FOUND'],
  example: { params: { id: exampleSaleRefund.id }, answer: exampleSaleRefund },
});
