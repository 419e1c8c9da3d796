import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Deleted, Described, Narrowing, Nullable, OneOf, shownMode, Text, TimeOut } from '../../schema.ts';
import { CreatedAtOut, UpdatedAtOut, VersionOut } from '../../shared-fields.ts';
import { staffPermissions, type StaffPermission } from '../words.ts';
import { rolePermissions, staffRoles } from './words.ts';

const Permissions = Type.Unsafe<StaffPermission[]>({
  type: 'array',
  uniqueItems: true,
  maxItems: staffPermissions.length,
  items: { type: 'string', enum: [...staffPermissions] },
});

const shown = {
  name: Text(100, 'As colleagues and receipts show it.'),
  role: OneOf(staffRoles, 'custom: the permissions were chosen one by one.'),
  permissions: Described(Permissions, 'What the person may do; the role only fills them in.'),
  location_ids: Type.Array(Text(100), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Where the person works; empty: everywhere.',
  }),
  is_active: Type.Boolean({ description: 'Who is not can do nothing, and has no session.' }),
};

export const Staff = Type.Object(
  {
    id: Type.String({ description: '`stf_…`.' }),
    version: VersionOut,
    ...shown,
    has_pin: Type.Boolean({ description: 'The PIN itself is never shown.' }),
    pin_set_at: Nullable(TimeOut('When the PIN was last set; null: there is none.')),
    pin_locked_until: Nullable(
      TimeOut('Until then no PIN is tried, after five wrong ones; UTC; null: it is not locked.'),
    ),
    ...shownMode,
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
  },
  { title: 'Staff', description: 'Somebody who works at the tills, and what they may do there.' },
);
export type Staff = Static<typeof Staff>;

const StaffParams = Type.Object({ id: Text(100, 'Id of the member of staff, stf_….') });
const readOnly = [
  'id',
  'version',
  'has_pin',
  'pin_set_at',
  'pin_locked_until',
  'livemode',
  'test',
  'created_at',
  'updated_at',
] as const;
const changeable = {
  role: Type.Optional(
    OneOf(
      staffRoles,
      'Fills in the permissions: a cashier sells and handles cash; a supervisor also changes prices, refunds, voids, counts and closes; a manager may do everything. With permissions, or as custom, the permissions count.',
    ),
  ),
  permissions: Type.Optional(
    Described(Permissions, 'What the person may do; left out: what the role allows.'),
  ),
  location_ids: Narrowing(shown.location_ids),
  is_active: Type.Optional(shown.is_active),
};

export const exampleStaff = {
  id: 'stf_01m7yq2c9e4fk8v1x6j0b5r7t3',
  version: 1,
  name: 'Aminata Kamara',
  role: 'cashier',
  permissions: [...rolePermissions.cashier],
  location_ids: [],
  is_active: true,
  has_pin: true,
  pin_set_at: '2026-11-21T09:15:00.000Z',
  pin_locked_until: null,
  livemode: true,
  test: false,
  created_at: '2026-11-21T09:14:00.000Z',
  updated_at: '2026-11-21T09:15:00.000Z',
} as const;

export const createStaff = operation({
  id: 'createStaff',
  method: 'POST',
  path: '/pos/staff',
  tag: 'Staff and tills',
  summary: 'Add somebody to the staff',
  description:
    'A cashier, unless a role or permissions say otherwise. Give a PIN with POST /pos/staff/:id/pin.',
  scope: 'pos:admin',
  status: 201,
  body: Type.Object(
    { name: Text(100, 'As colleagues and receipts are to show it.'), ...changeable },
    { title: 'CreateStaffBody', description: 'Who works, and what they may do.' },
  ),
  readOnly: [...readOnly],
  answer: Staff,
  errors: ['LOCATION_NOT_FOUND', 'MEMBER_LIMIT_EXCEEDED'],
  example: {
    body: { name: 'Aminata Kamara', role: 'cashier' },
    answer: { ...exampleStaff, has_pin: false, pin_set_at: null },
  },
});

export const listStaff = operation({
  id: 'listStaff',
  method: 'GET',
  path: '/pos/staff',
  tag: 'Staff and tills',
  summary: 'List the staff',
  description: 'Newest first.',
  scope: 'pos:admin',
  list: true,
  status: 200,
  query: ListQuery(
    ['-created_at', 'created_at', 'name', '-name'],
    {
      is_active: Type.Optional(Type.Boolean({ description: 'Only those that are, or are not.' })),
      location_id: Type.Optional(Text(100, 'Only who works there.')),
    },
    'Newest or oldest first, or by name.',
  ),
  answer: Staff,
  errors: [],
  example: { query: { is_active: true }, answer: exampleStaff },
});

export const getStaff = operation({
  id: 'getStaff',
  method: 'GET',
  path: '/pos/staff/:id',
  tag: 'Staff and tills',
  summary: 'Read a member of staff',
  scope: 'pos:admin',
  status: 200,
  params: StaffParams,
  answer: Staff,
  errors: ['STAFF_NOT_FOUND'],
  example: { params: { id: exampleStaff.id }, answer: exampleStaff },
});

export const updateStaff = operation({
  id: 'updateStaff',
  method: 'PATCH',
  path: '/pos/staff/:id',
  tag: 'Staff and tills',
  summary: 'Change a member of staff',
  description:
    'What is left out stays. New permissions hold in open sessions within 5 seconds; who is made inactive has none any more.',
  scope: 'pos:admin',
  status: 200,
  params: StaffParams,
  body: Type.Object(
    { name: Type.Optional(Text(100, 'As colleagues and receipts are to show it.')), ...changeable },
    { title: 'UpdateStaffBody', description: 'What is to change.' },
  ),
  readOnly: [...readOnly],
  answer: Staff,
  errors: ['STAFF_NOT_FOUND', 'LOCATION_NOT_FOUND', 'MEMBER_LIMIT_EXCEEDED', 'PRECONDITION_FAILED'],
  example: {
    params: { id: exampleStaff.id },
    body: { role: 'supervisor' },
    answer: { ...exampleStaff, version: 2, role: 'supervisor', permissions: [...rolePermissions.supervisor] },
  },
});

export const deleteStaff = operation({
  id: 'deleteStaff',
  method: 'DELETE',
  path: '/pos/staff/:id',
  tag: 'Staff and tills',
  summary: 'Remove somebody from the staff',
  description: "Ends the person's sessions within 5 seconds. What they did stays, with their id.",
  scope: 'pos:admin',
  status: 200,
  params: StaffParams,
  answer: Deleted,
  errors: ['STAFF_NOT_FOUND'],
  example: { params: { id: exampleStaff.id }, answer: { id: exampleStaff.id, deleted: true } },
});

export const setStaffPin = operation({
  id: 'setStaffPin',
  method: 'POST',
  path: '/pos/staff/:id/pin',
  tag: 'Staff and tills',
  summary: 'Set a PIN',
  description:
    "Four to eight digits, none that everybody tries first (0000, 1234). Ends the person's sessions, and a lock after wrong PINs. The PIN is kept as a slow hash and never shown, nor is the hash.",
  scope: 'pos:admin',
  status: 200,
  params: StaffParams,
  body: Type.Object(
    { pin: Type.String({ maxLength: 20, description: 'Four to eight digits.' }) },
    { title: 'SetStaffPinBody', description: 'What the person types at the till.' },
  ),
  answer: Staff,
  errors: ['STAFF_NOT_FOUND', 'MEMBER_LIMIT_EXCEEDED'],
  example: { params: { id: exampleStaff.id }, body: { pin: '4827' }, answer: exampleStaff },
});
