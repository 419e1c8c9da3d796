import type { MemberRole, UserRole } from '@cottontree/contract';
import { texts } from './texts.ts';

const names = texts(
  {
    owner: 'Owner',
    admin: 'Admin',
    developer: 'Developer',
    staff: 'Staff',
    viewer: 'Viewer',
    operator: 'Operator',
    dispatcher: 'Dispatcher',
    cashier: 'Cashier',
  },
  {
    owner: 'Ɔna',
    admin: 'Admin',
    developer: 'Divɛlɔpa',
    staff: 'Wokman',
    viewer: 'Wan we de luk',
    operator: 'Ɔpareta',
    dispatcher: 'Dispacha',
    cashier: 'Kashia',
  },
);

/** What somebody is, at a shop or for the platform, in words. */
export function roleName(role: MemberRole | UserRole): string {
  return names[role];
}
