import { Type } from 'typebox';
import { Nullable, Text, TimeOut } from './schema.ts';

/** Fields that many answers have, told in the same words wherever they stand. */
const id = (description: string) => Type.String({ description });

export const JobNumberOut = id('The delivery, `SHP-XXXX-XXXX`.');
export const TransactionIdOut = id(
  "The merchant's own id of the transaction, or a `txn_…` that was made for it.",
);
export const OrderNumberOut = id("The merchant's own number of the order, or one that was made for it.");
export const StoreNameOut = id('What the recipient knows the merchant by.');
export const EventIdOut = id('`evt_…`, what the tickets are for.');
export const TicketTypeIdOut = id('`tt_…`, a ticket type of the event.');
export const TicketTypeIdIn = Text(64, '`tt_…`, a ticket type of the event.');
export const TicketIdOut = id('`tkt_…`.');
export const PaymentIdOut = id('`pay_…`, the payment that the money came with.');
export const EndpointIdOut = id('`we_…`, the endpoint that messages go to.');
export const LocationIdOut = id('`loc_…`, where it is.');
export const ProductIdOut = id('`prod_…`, what the variant is one of.');
export const VariantIdOut = id('`var_…`, what is sold or kept in stock.');
export const CurrencyCodeOut = id('ISO 4217; all amounts here are in it.');
export const VersionOut = Type.Integer({ description: 'Rises with every change.' });
export const CreatedAtOut = TimeOut('When it was made; UTC, with milliseconds.');
export const UpdatedAtOut = TimeOut('When it was last changed; UTC, with milliseconds.');
export const ClientIdOut = Nullable(
  id('The UUID that it was sent with, unique for ever; null: it was sent without one.'),
);

export const Lat = Type.Number({ minimum: -90, maximum: 90, description: 'Latitude, WGS 84 degrees.' });
export const Lng = Type.Number({ minimum: -180, maximum: 180, description: 'Longitude, WGS 84 degrees.' });
export const Phone = Text(32, "Phone number, international or as dialled in the merchant's country.");
export const Currency = Type.String({ description: 'ISO 4217 code, SLE for the New Leone.' });
export const Livemode = Type.Boolean({ description: 'Whether this is live data.' });
