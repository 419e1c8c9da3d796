import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Deleted, Nullable, OneOf, TimeOut } from '../schema.ts';
import { CreatedAtOut, UpdatedAtOut } from '../shared-fields.ts';
import { exampleMember, exampleMembership } from './member-account.ts';
import { MemberLimits, MemberLimitsIn, MemberRoleOut, memberRoles } from './member-roles.ts';

const MemberOf = Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the member, mbr_….' }) });

export const Member = Type.Object(
  {
    id: Type.String({ description: '`mbr_…`, the person at this merchant.' }),
    person_id: Type.String({ description: '`prs_…`, the person wherever they belong.' }),
    name: Type.String({ description: 'As the person wrote it.' }),
    email: Type.String({ description: 'The person signs in with it.' }),
    role: MemberRoleOut,
    limits: MemberLimits,
    second_factor: Type.Boolean({
      description:
        'Whether more than the password stands before the account: an authenticator app or a passkey.',
    }),
    last_signed_in_at: Nullable(TimeOut('When the person last signed in, anywhere; null: never.')),
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
  },
  { title: 'Member', description: 'A person who belongs to the merchant, in both modes.' },
);
export type Member = Static<typeof Member>;

const example = {
  id: exampleMembership.id,
  person_id: exampleMember.id,
  name: exampleMember.name,
  email: exampleMember.email,
  role: 'staff',
  limits: { refund_max: 500 },
  second_factor: false,
  last_signed_in_at: '2026-11-21T08:02:11.000Z',
  created_at: '2026-10-02T08:00:00.000Z',
  updated_at: '2026-10-02T08:00:00.000Z',
} as const;

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/members',
  tag: 'Members',
  summary: 'List members',
  description: 'The same in both modes; by name unless sorted otherwise.',
  scope: 'members:read',
  list: true,
  status: 200,
  query: ListQuery(
    ['name', '-name', '-created_at', 'created_at'],
    { role: SeveralOf(memberRoles, 'One role') },
    'By name, or newest or oldest first.',
  ),
  answer: Member,
  errors: [],
  example: { query: { role: 'staff' }, answer: example },
});

export const updateMember = operation({
  id: 'updateMember',
  method: 'PATCH',
  path: '/members/:id',
  tag: 'Members',
  summary: "Change a member's role or limits",
  description:
    'Holds within 5 seconds. Nobody gives or takes what they have not got: a role or a limit beyond the own. The last owner stays one: LAST_OWNER.',
  scope: 'members:write',
  status: 200,
  params: MemberOf,
  body: Type.Object(
    {
      role: Type.Optional(OneOf(memberRoles, 'What the person may do from now on.')),
      limits: Type.Optional(MemberLimitsIn),
    },
    { title: 'UpdateMemberBody', description: 'The fields to change.' },
  ),
  readOnly: [
    'id',
    'person_id',
    'name',
    'email',
    'second_factor',
    'last_signed_in_at',
    'created_at',
    'updated_at',
  ],
  answer: Member,
  errors: [
    'AMOUNT_PRECISION',
    'MEMBER_LIMIT_EXCEEDED',
    'MEMBER_NOT_FOUND',
    'LAST_OWNER',
    'PRECONDITION_FAILED',
  ],
  example: { params: { id: example.id }, body: { role: 'admin' }, answer: { ...example, role: 'admin' } },
});

export const removeMember = operation({
  id: 'removeMember',
  method: 'DELETE',
  path: '/members/:id',
  tag: 'Members',
  summary: 'Let a member go',
  description:
    'Within 5 seconds the person may do nothing here any more; what they did keeps their name. Only who may as much lets somebody go, and the last owner stays: LAST_OWNER.',
  scope: 'members:write',
  status: 200,
  params: MemberOf,
  answer: Deleted,
  errors: ['MEMBER_NOT_FOUND', 'LAST_OWNER'],
  example: { params: { id: example.id }, answer: { id: example.id, deleted: true } },
});
