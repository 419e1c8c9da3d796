import { Type, type Static } from 'typebox';
import { AmountIn, Text } from '../../schema.ts';
import { salePaymentFields, SalePaymentIn } from './sale-input.ts';

const StaffAtWork = Type.Optional(
  Text(64, "`stf_…`, who does it; left out: the session's, or the merchant's own server."),
);
const DrawerInUse = Type.Optional(
  Text(64, '`csh_…`, the drawer that cash goes into; left out: that of the sale.'),
);

export const PaySaleBody = Type.Object({
  ...salePaymentFields,
  staff_id: StaffAtWork,
  cash_session_id: DrawerInUse,
});
export type PaySaleBody = Static<typeof PaySaleBody>;

export const CompleteSaleBody = Type.Object({
  payments: Type.Optional(
    Type.Array(SalePaymentIn, { description: 'How it is paid, each towards what is due.', maxItems: 20 }),
  ),
  expected_total: Type.Optional(AmountIn('TOTAL_MISMATCH where it is another.')),
  staff_id: StaffAtWork,
  cash_session_id: DrawerInUse,
});
export type CompleteSaleBody = Static<typeof CompleteSaleBody>;

export const ParkSaleBody = Type.Object({
  notes: Type.Optional(Text(2_000, 'For the merchant only, up to 2,000 characters.')),
  staff_id: StaffAtWork,
});
export const CancelSaleBody = Type.Object({
  reason: Type.Optional(Text(200, 'Stands with the sale, up to 200 characters.')),
  staff_id: StaffAtWork,
  cash_session_id: Type.Optional(
    Text(64, 'The drawer that cash comes out of; that of the sale where it is still open, if left out.'),
  ),
});
export type CancelSaleBody = Static<typeof CancelSaleBody>;
export const VoidSaleBody = Type.Object({
  reason: Type.Optional(Text(200, 'Stands with the sale, up to 200 characters.')),
  staff_id: StaffAtWork,
});
