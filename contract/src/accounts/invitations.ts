import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Narrowing, Nullable, OneOf, Text, TimeOut } from '../schema.ts';
import { CreatedAtOut } from '../shared-fields.ts';
import {
  asVisitor,
  exampleMember,
  exampleMembership,
  examplePassword,
  MemberAccount,
} from './member-account.ts';
import { MemberLimits, MemberLimitsIn, MemberRoleOut, memberRoles } from './member-roles.ts';
import { Typed } from './sign-in.ts';

export const invitationStatuses = Object.freeze(['open', 'accepted', 'withdrawn', 'expired'] as const);
export type InvitationStatus = (typeof invitationStatuses)[number];

const InvitationOf = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the invitation, ivt_….' }),
});
const ByToken = Type.Object({
  token: Type.String({ minLength: 1, description: 'What stands behind # in the link.' }),
});

export const Invitation = Type.Object(
  {
    id: Type.String({ description: '`ivt_…`.' }),
    email: Type.String({ description: 'Whom it is for: with this address the person will sign in.' }),
    role: MemberRoleOut,
    limits: MemberLimits,
    status: OneOf(invitationStatuses, 'open: it can be accepted until it expires.'),
    invited_by: Type.String({
      description: '`prs_…` or `key_…`; `operator` where whoever runs the server did.',
    }),
    inviter_name: Type.String({ description: 'What they were called then.' }),
    created_at: CreatedAtOut,
    expires_at: TimeOut('When it can be accepted no more.'),
    accepted_at: Nullable(TimeOut('When it was accepted; null: it was not.')),
  },
  { title: 'Invitation', description: 'Somebody who was asked to belong to the merchant.' },
);
export type Invitation = Static<typeof Invitation>;

const exampleInvitation = {
  id: 'ivt_01m7yp4hwv3p3c3v5tbm0ahx2k',
  email: exampleMember.email,
  role: 'staff',
  limits: { refund_max: 500 },
  status: 'open',
  invited_by: 'prs_01m7yp4hwn3p3c3v5tbm0ahx2k',
  inviter_name: 'Aminata Sesay',
  created_at: '2026-11-21T09:14:00.000Z',
  expires_at: '2026-11-28T09:14:00.000Z',
  accepted_at: null,
} as const;
const exampleToken = `cit_${'EXAMPLE0'.repeat(5)}EXA`;

export const createInvitation = operation({
  id: 'createInvitation',
  method: 'POST',
  path: '/members/invitations',
  tag: 'Members',
  summary: 'Invite somebody',
  description:
    'Sends a link by e-mail where the server has a mail server, and answers it too, to be handed on in another way. It counts for 7 days, once; an earlier one to the same address counts no more. Nobody gives what they have not got: a role or a limit beyond the own.',
  scope: 'members:write',
  showsOnce: true,
  status: 201,
  body: Type.Object(
    {
      email: Text(254, 'With this address the person will sign in.'),
      role: OneOf(memberRoles, 'What the person may do.'),
      limits: Narrowing(
        Type.Object(MemberLimitsIn.properties, {
          title: 'InvitationLimitsBody',
          description: 'How far the member may go; no limits, if left out.',
        }),
      ),
    },
    { title: 'CreateInvitationBody', description: 'Whom to invite, and as what.' },
  ),
  answer: Type.Object(
    {
      ...Invitation.properties,
      link: Type.String({ description: 'Opens the invitation; whoever has it can accept. Shown only here.' }),
      token: Type.String({ description: 'What stands behind # in the link.' }),
      mailed: Type.Boolean({ description: 'Whether the link goes by e-mail too.' }),
    },
    { title: 'NewInvitation', description: 'An invitation with its link.' },
  ),
  errors: ['AMOUNT_PRECISION', 'MEMBER_LIMIT_EXCEEDED', 'ALREADY_MEMBER', 'TOO_MANY_MEMBERS'],
  example: {
    body: { email: exampleMember.email, role: 'staff', limits: { refund_max: 500 } },
    answer: {
      ...exampleInvitation,
      link: `https://pay.aminatastores.sl/dashboard/invitation#${exampleToken}`,
      token: exampleToken,
      mailed: true,
    },
  },
});

export const listInvitations = operation({
  id: 'listInvitations',
  method: 'GET',
  path: '/members/invitations',
  tag: 'Members',
  summary: 'List invitations',
  description: 'Newest first unless sorted otherwise, those that are over included.',
  scope: 'members:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, { status: SeveralOf(invitationStatuses) }),
  answer: Invitation,
  errors: [],
  example: { query: { status: 'open' }, answer: exampleInvitation },
});

export const withdrawInvitation = operation({
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/members/invitations/:id',
  tag: 'Members',
  summary: 'Withdraw an invitation',
  description: 'One that is over already stays as it is: INVITATION_CLOSED.',
  scope: 'members:write',
  status: 200,
  params: InvitationOf,
  answer: Invitation,
  errors: ['INVITATION_NOT_FOUND', 'INVITATION_CLOSED'],
  example: { params: { id: exampleInvitation.id }, answer: { ...exampleInvitation, status: 'withdrawn' } },
});

export const getInvitation = operation({
  ...asVisitor,
  id: 'getInvitation',
  method: 'GET',
  path: '/account/invitations/:token',
  summary: 'Read an invitation by its link',
  params: ByToken,
  answer: Type.Object(
    {
      email: Type.String({ description: 'With this address one will sign in.' }),
      merchant_id: Type.String({ description: '`mch_…`.' }),
      merchant_name: Type.String({ description: 'Who invites.' }),
      role: MemberRoleOut,
      inviter_name: Type.String({ description: 'Who of them invites; empty where nobody in particular.' }),
      has_account: Type.Boolean({
        description: 'Whether somebody signs in with this address already, and joins with that password.',
      }),
      expires_at: TimeOut('When it can be accepted no more.'),
    },
    { title: 'OpenInvitation', description: 'What an invitation is to.' },
  ),
  errors: ['INVITATION_NOT_FOUND', 'INVITATION_CLOSED'],
  example: {
    params: { token: exampleToken },
    answer: {
      email: exampleMember.email,
      merchant_id: exampleMembership.merchant_id,
      merchant_name: exampleMembership.merchant_name,
      role: 'staff',
      inviter_name: exampleInvitation.inviter_name,
      has_account: false,
      expires_at: exampleInvitation.expires_at,
    },
  },
});

export const acceptInvitation = operation({
  ...asVisitor,
  id: 'acceptInvitation',
  method: 'POST',
  path: '/account/invitations/:token/accept',
  setsCookie: 'member',
  summary: 'Accept an invitation',
  description:
    'Signs in. Who has an account joins with the password of that, and a code where one is asked for; else the name and password are those of the new account.',
  params: ByToken,
  body: Type.Object(
    {
      name: Type.Optional(Text(120, 'As colleagues read it; needed for a new account.')),
      password: Typed('10 to 128 characters; where there is an account, its password.'),
      code: Type.Optional(Typed('Six digits of the authenticator app, or a code for recovery.')),
    },
    { title: 'AcceptInvitationBody', description: 'Who accepts.' },
  ),
  answer: MemberAccount,
  errors: [
    'INVALID_CREDENTIALS',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_WRONG',
    'INVITATION_NOT_FOUND',
    'INVITATION_CLOSED',
  ],
  example: {
    params: { token: exampleToken },
    body: { name: exampleMember.name, password: examplePassword },
    answer: exampleMember,
  },
});
