import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { OneOf, shownMode, TimeOut } from '../schema.ts';

/** What a pairing code is for. */
export const pairedKinds = Object.freeze(['terminal', 'scanner'] as const);

const Named = (what: string, id: string, name: string) =>
  Type.Object(
    { id: Type.String({ description: id }), name: Type.String({ description: name }) },
    { description: what },
  );

const PairingCode = Type.Object(
  {
    kind: OneOf(
      pairedKinds,
      'terminal: POST /pos/terminals/claim takes it. scanner: POST /public/scanner/pair does.',
    ),
    store_name: Type.String({ description: 'The shop or organiser, as buyers read it.' }),
    currency: Type.String({ description: 'In which the shop counts; ISO 4217.' }),
    device: Named(
      'What is to be paired.',
      '`trm_…` of a till, `dev_…` of a device at a door.',
      'As the merchant calls it.',
    ),
    place: Named(
      'Where it is to work.',
      '`loc_…` of a till, `evt_…` of a device at a door.',
      'Where it works.',
    ),
    public_key: Type.String({
      description: 'pk_…, the key with which the device takes up the code and calls from then on.',
    }),
    expires_at: TimeOut('When the code stops working.'),
    ...shownMode,
  },
  { title: 'PairingCode', description: 'What a pairing code is for.' },
);
export type PairingCode = Static<typeof PairingCode>;

export const lookUpPairingCode = operation({
  id: 'lookUpPairingCode',
  method: 'POST',
  path: '/pairing-codes/look-up',
  tag: 'Accounts',
  summary: 'Learn what a pairing code is for',
  description:
    'For a device that knows nothing but the code that somebody shows it: whose it is, for which till or door, and with which public key to take it up. The code still works after. That key works from the pages of this server alone, and ends like any other. After five wrong codes from one address, or 300 in all, within ten minutes: RATE_LIMITED.',
  scope: null,
  by: 'anyone',
  status: 200,
  body: Type.Object(
    { pairing_code: Type.String({ pattern: '^[0-9]{8}$', description: 'Eight digits.' }) },
    { title: 'LookUpPairingCodeBody', description: 'The code that the merchant shows.' },
  ),
  answer: PairingCode,
  errors: ['PAIRING_CODE_NOT_FOUND'],
  example: {
    body: { pairing_code: '48210937' },
    answer: {
      kind: 'terminal',
      store_name: 'Aminata Stores',
      currency: 'SLE',
      device: { id: 'trm_01m7yq2c2d8kq2x5v7j9c1r3t6', name: 'Front till' },
      place: { id: 'loc_01m7yq0a4d8kq2x5v7j9c1r3t6', name: 'Main shop' },
      public_key: 'pk_live_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPL',
      expires_at: '2026-11-21T09:26:00.000Z',
      livemode: true,
      test: false,
    },
  },
});
