import { Type, type Static } from 'typebox';
import { ListQuery } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Nullable, OneOf, Text, TimeOut } from '../schema.ts';
import { CreatedAtOut } from '../shared-fields.ts';
import { exampleDriver } from '../shipping/examples.ts';
import { userRoles } from './roles.ts';
import { Typed } from './sign-in.ts';

export const userStatuses = Object.freeze(['active', 'suspended'] as const);

export const User = Type.Object(
  {
    id: Type.String({ description: '`usr_…`.' }),
    email: Type.String({ description: 'The person signs in with it.' }),
    name: Type.String({ description: 'As colleagues read it in timelines and logs.' }),
    role: OneOf(userRoles, 'What the person may do; the scopes follow from it.'),
    status: OneOf(userStatuses, 'Who is suspended cannot sign in.'),
    created_at: CreatedAtOut,
    last_signed_in_at: Nullable(TimeOut('When the person last signed in; null: never.')),
  },
  { title: 'User', description: 'A person of the platform.' },
);
export type User = Static<typeof User>;

const exampleUser = {
  id: 'usr_01m7yp4hwa3p3c3v5tbm0ahx2k',
  email: 'hawa@example.sl',
  name: 'Hawa Bangura',
  role: 'dispatcher',
  status: 'active',
  created_at: '2026-10-02T08:00:00.000Z',
  last_signed_in_at: '2026-11-21T08:02:11.000Z',
} as const;
const NewSecret = (what: string) =>
  Nullable(
    Type.String({
      description: `The ${what}, where it was made here. Shown only here, once; null where the request named one.`,
    }),
  );

export const listUsers = operation({
  id: 'listUsers',
  method: 'GET',
  path: '/dispatch/users',
  tag: 'Accounts',
  summary: 'List the people of the platform',
  description: 'Newest first. Only for the role operator.',
  scope: 'dispatch:read',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: ListQuery(['-created_at', 'created_at', 'name', '-name'], {}, 'Newest or oldest first, or by name.'),
  answer: User,
  errors: ['OPERATORS_ONLY'],
  example: { query: { limit: 20 }, answer: exampleUser },
});

export const createUser = operation({
  id: 'createUser',
  method: 'POST',
  path: '/dispatch/users',
  tag: 'Accounts',
  summary: 'Add a person of the platform',
  description: 'Who may sign in at once. Only for the role operator.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  showsOnce: true,
  status: 201,
  body: Type.Object(
    {
      name: Text(120, 'As colleagues read it, up to 120 characters.'),
      email: Text(254, 'Signs in with it; nobody else may have it.'),
      role: OneOf(userRoles, 'What the person may do.'),
      password: Type.Optional(Typed('10 to 128 characters; made if left out.')),
    },
    { title: 'CreateUserBody', description: 'A new person of the platform.' },
  ),
  answer: Type.Object(
    { ...User.properties, password: NewSecret('password') },
    { title: 'NewUser', description: 'A new person of the platform.' },
  ),
  errors: ['OPERATORS_ONLY', 'EMAIL_TAKEN'],
  example: {
    body: { name: 'Hawa Bangura', email: 'hawa@example.sl', role: 'dispatcher' },
    answer: { ...exampleUser, last_signed_in_at: null, password: 'k7wm-3xqd-hv2p-9ert' },
  },
});

export const updateUser = operation({
  id: 'updateUser',
  method: 'PATCH',
  path: '/dispatch/users/:id',
  tag: 'Accounts',
  summary: 'Change a person of the platform',
  description:
    'A new role holds within 5 seconds; with a new password, or when suspended, all sessions of the person end. Nobody changes role, status or password of oneself here. Only for the role operator.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the person, usr_….' }) }),
  body: Type.Object(
    {
      name: Type.Optional(Text(120, 'As colleagues read it, up to 120 characters.')),
      role: Type.Optional(OneOf(userRoles, 'What the person may do from now on.')),
      status: Type.Optional(OneOf(userStatuses, 'Who is suspended cannot sign in.')),
      password: Type.Optional(Typed('10 to 128 characters.')),
    },
    { title: 'UpdateUserBody', description: 'The fields to change.' },
  ),
  readOnly: ['id', 'email', 'created_at', 'last_signed_in_at'],
  answer: User,
  errors: ['OPERATORS_ONLY', 'USER_NOT_FOUND', 'OWN_ACCOUNT', 'PRECONDITION_FAILED'],
  example: {
    params: { id: exampleUser.id },
    body: { role: 'cashier' },
    answer: { ...exampleUser, role: 'cashier' },
  },
});

export const resetDriverPin = operation({
  id: 'resetDriverPin',
  method: 'POST',
  path: '/dispatch/drivers/:id/pin',
  tag: 'Accounts',
  summary: "Set a courier's PIN",
  description:
    "All sessions of the courier end. A merchant's key sets those of its own riders in its own mode.",
  scope: 'dispatch:write',
  by: 'dispatcher',
  showsOnce: true,
  status: 200,
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the courier, drv_….' }) }),
  body: Type.Object(
    { pin: Type.Optional(Typed('4 to 8 digits; made if left out.')) },
    { title: 'ResetPinBody', description: 'The new PIN, where it is not to be made.' },
  ),
  bodyOptional: true,
  answer: Type.Object(
    { driver_id: Type.String({ description: '`drv_…`, whose PIN it is.' }), pin: NewSecret('PIN') },
    { title: 'ResetPin', description: 'That the courier has a new PIN.' },
  ),
  errors: ['DRIVER_NOT_FOUND'],
  example: {
    params: { id: exampleDriver.id },
    body: {},
    answer: { driver_id: exampleDriver.id, pin: '719305' },
  },
});
