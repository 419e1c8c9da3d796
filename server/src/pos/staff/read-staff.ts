import {
  rolePermissions,
  staffPermissions,
  type StaffPermission,
  type StaffRole,
} from '@cottontree/contract';
import { invalid } from '../../core/failure.ts';

export type RoleWish = {
  readonly role?: StaffRole | undefined;
  readonly permissions?: readonly StaffPermission[] | undefined;
};
export type Rights = { readonly role: StaffRole; readonly permissions: readonly StaffPermission[] };

/** What somebody may do after a wish; null where it says nothing of it. */
export function readRights({ role, permissions }: RoleWish): Rights | null {
  if (permissions !== undefined) return chosenRights(role ?? 'custom', permissions);
  if (role === undefined) return null;
  if (role === 'custom') throw invalid({ path: 'permissions', message: 'must be sent with the role custom' });
  return { role, permissions: rolePermissions[role] };
}

/** What was read can be sent back whole: a role with the very permissions that it fills in. */
function chosenRights(role: StaffRole, chosen: readonly StaffPermission[]): Rights {
  const permissions = staffPermissions.filter((permission) => chosen.includes(permission));
  if (role === 'custom') return { role, permissions };
  const filled = rolePermissions[role];
  if (filled.length !== permissions.length || filled.some((permission) => !chosen.includes(permission))) {
    throw invalid({
      path: 'role',
      message: `must be custom, or left out, where other permissions are chosen than those of a ${role}`,
    });
  }
  return { role, permissions };
}
