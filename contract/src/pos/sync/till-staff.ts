import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, TimeOut } from '../../schema.ts';
import { exampleStaff } from '../staff/staff.ts';
import { exampleTerminal } from '../staff/terminals.ts';
import { staffPermissions, type StaffPermission } from '../words.ts';

/** How tills check a PIN without network: what every browser's WebCrypto can compute. */
export const pinVerifierAlgorithm = 'PBKDF2-SHA-256';

export const PinVerifier = Type.Object(
  {
    algorithm: Type.Literal(pinVerifierAlgorithm, {
      description: 'Always this; what it is, the guide for tills says.',
    }),
    iterations: Type.Integer({ description: 'How often the hash is taken.' }),
    salt: Type.String({ description: "Base64; 16 random bytes, the person's own." }),
    hash: Type.String({ description: 'Base64; 32 bytes: what the right PIN, as UTF-8, gives.' }),
  },
  { title: 'PinVerifier', description: 'By which a till without network knows the right PIN.' },
);
export type PinVerifier = Static<typeof PinVerifier>;

/** Why a till has to ask the service about somebody's PIN. */
export const pinWithheldReasons = Object.freeze(['more_rights', 'short_pin', 'not_known_yet'] as const);
export type PinWithheld = (typeof pinWithheldReasons)[number];

export const TillStaff = Type.Object(
  {
    terminal_id: Type.String({ description: '`trm_…`.' }),
    staff: Type.Array(
      Type.Object({
        id: Type.String({ description: '`stf_…`.' }),
        name: Type.String({ description: 'As colleagues read it.' }),
        permissions: Type.Unsafe<StaffPermission[]>({
          type: 'array',
          items: { type: 'string', enum: [...staffPermissions] },
          description: 'What the person may do at this till.',
        }),
        pin_set_at: TimeOut(),
        pin: Nullable(PinVerifier, 'How to check the PIN without network; null: the person has none.'),
        pin_withheld: Nullable(
          OneOf(
            pinWithheldReasons,
            'Why pin is null: this person signs in with network only. more_rights: they may do what who is signed in now may not, and the settings say no offline_managers. short_pin: they may refund, void or change prices, and their PIN has fewer than six digits. not_known_yet: they have not signed in since their PIN was set by an older program.',
          ),
        ),
      }),
      { description: 'Who works here and has a PIN, by name.' },
    ),
    read_at: TimeOut('When it was so: forget it after as long as the shop trusts a till that is away.'),
  },
  { title: 'TillStaff', description: 'Who signs in at a till without network.' },
);
export type TillStaff = Static<typeof TillStaff>;

const example: TillStaff = {
  terminal_id: exampleTerminal.id,
  staff: [
    {
      id: exampleStaff.id,
      name: exampleStaff.name,
      permissions: [...exampleStaff.permissions],
      pin_set_at: '2026-11-20T08:00:00.000Z',
      pin: {
        algorithm: pinVerifierAlgorithm,
        iterations: 600_000,
        salt: 'EXAMPLEEXAMPLEEXAMPLEQ==',
        hash: 'EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEE=',
      },
      pin_withheld: null,
    },
  ],
  read_at: '2026-11-21T09:20:00.000Z',
};

export const getTillStaff = operation({
  id: 'getTillStaff',
  method: 'GET',
  path: '/pos/sync/staff',
  tag: 'Catalogue',
  summary: 'Read who signs in at this till without network',
  description: [
    'Only for a session that was begun with a PIN at a paired till, about those who work at its location. A key, and a session that a server began, is answered TERMINAL_NOT_PAIRED.',
    'A till gets what it needs to check a PIN only of who may do no more than the person of its session (but for offline_managers of the settings), and of who may refund, void or change prices only where the PIN has six digits or more; the others sign in with network.',
    'What a till keeps can be read by whoever takes it apart, and a PIN has few digits: pair only devices of the shop, and set new PINs when one is lost.',
  ].join(' '),
  scope: 'sales:write',
  status: 200,
  answer: TillStaff,
  errors: ['TERMINAL_NOT_PAIRED'],
  example: { answer: example },
});
