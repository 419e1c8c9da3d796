import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Nullable, Text, TimeOut } from '../schema.ts';
import { Currency, Phone, StoreNameOut, VersionOut } from '../shared-fields.ts';

const PickupPlace = Type.Object(
  {
    id: Type.String({ description: '`adr_…`, a saved address.' }),
    address: Type.String({ description: 'Street address as people say it.' }),
    city: Type.String({ description: 'The town or area.' }),
  },
  { title: 'PickupPlace', description: 'Where couriers fetch parcels unless a request says otherwise.' },
);

export const Merchant = Type.Object(
  {
    id: Type.String({ description: '`mch_…`.' }),
    version: VersionOut,
    name: Type.String({ description: 'The name of the business.' }),
    store_name: StoreNameOut,
    email: Type.String({ description: 'Where the service writes to the merchant.' }),
    phone: Nullable(Type.String({ description: 'E.164; null: none is told.' })),
    address: Nullable(Type.String({ description: 'Where the business is at home; null: it is not told.' })),
    country: Type.String({ description: 'ISO 3166-1, SL for Sierra Leone; set when the merchant was made.' }),
    time_zone: Type.String({ description: 'IANA name; days begin and end by it.' }),
    currency: Currency,
    default_pickup: Nullable(
      PickupPlace,
      'The saved address of this mode that has is_default and serves as pickup; null: there is none.',
    ),
    created_at: TimeOut('When the merchant was made; UTC, with milliseconds.'),
  },
  { title: 'Merchant', description: 'Who the merchant is, the same in live and test mode.' },
);
export type Merchant = Static<typeof Merchant>;

const readOnly = ['id', 'version', 'country', 'currency', 'default_pickup', 'created_at'] as const;

const example = {
  id: 'mch_01m7yp4jy0ecrr6xxj687ag3x0',
  version: 3,
  name: 'Aminata Stores',
  store_name: 'Aminata Stores',
  email: 'aminata@shop.example.sl',
  phone: '+23276204118',
  address: '27 Freetown Road, Lumley, Freetown',
  country: 'SL',
  time_zone: 'Africa/Freetown',
  currency: 'SLE',
  default_pickup: {
    id: 'adr_01m7yp4jy0ecrr6xxj687ag3x0',
    address: '27 Freetown Road',
    city: 'Lumley',
  },
  created_at: '2026-11-01T09:00:00.000Z',
} as const satisfies Merchant;

export const getMerchant = operation({
  id: 'getMerchant',
  method: 'GET',
  path: '/merchant',
  tag: 'Overview',
  summary: 'Read your profile',
  description:
    'Who you are. How tills, invoices, payments and messages are set stands with each of them: getPosSettings, getInvoiceSettings, getPaymentSettings, getNoticeSettings.',
  scope: 'merchant:read',
  status: 200,
  answer: Merchant,
  errors: [],
  example: { answer: example },
});

export const updateMerchant = operation({
  id: 'updateMerchant',
  method: 'PATCH',
  path: '/merchant',
  tag: 'Overview',
  summary: 'Change your profile',
  description:
    'What is left out stays. It counts for live and test mode alike, so it takes a live key. A new time zone moves where days begin, of figures told from then on. The default place of pickup is a saved address: saveAddress and updateAddress with is_default.',
  scope: 'merchant:write',
  status: 200,
  body: Type.Object(
    {
      name: Type.Optional(Text(120, 'The name of the business.')),
      store_name: Type.Optional(Text(120, 'What recipients know it by.')),
      email: Type.Optional(Text(254, 'Where the service writes to you.')),
      phone: Type.Optional(Nullable(Phone)),
      address: Type.Optional(Nullable(Text(300, 'Where the business is at home; null: it is not told.'))),
      time_zone: Type.Optional(Text(64, 'IANA name, Africa/Freetown.')),
    },
    { title: 'UpdateMerchantBody', description: 'What is to change.' },
  ),
  readOnly: [...readOnly],
  answer: Merchant,
  errors: ['LIVE_ONLY', 'INVALID_PHONE', 'PRECONDITION_FAILED'],
  example: {
    body: { phone: '076 204118', address: '27 Freetown Road, Lumley, Freetown' },
    answer: example,
  },
});
