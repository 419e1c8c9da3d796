import type { Scope } from '../../scopes.ts';
import type { StaffPermission } from '../words.ts';

/** custom: the permissions were chosen one by one. */
export const staffRoles = Object.freeze(['cashier', 'supervisor', 'manager', 'custom'] as const);
export type StaffRole = (typeof staffRoles)[number];

const cashier: readonly StaffPermission[] = ['sell', 'cash'];
const supervisor: readonly StaffPermission[] = [
  ...cashier,
  'price_override',
  'discount',
  'refund',
  'void',
  'no_sale',
  'close_session',
  'stock',
  'reports',
];
const manager: readonly StaffPermission[] = [...supervisor, 'catalogue', 'invoices'];

/** What a role fills in. */
export const rolePermissions: Readonly<Record<Exclude<StaffRole, 'custom'>, readonly StaffPermission[]>> =
  Object.freeze({ cashier, supervisor, manager });

/** What a short PIN does not open without network: whoever may do one of these needs six digits for that, or the network. */
export const guardedPermissions: readonly StaffPermission[] = Object.freeze([
  'refund',
  'void',
  'discount',
  'price_override',
]);
export const guardedPinDigitsMin = 6;

/** The scopes that each permission opens in a session at a till. */
export const permissionScopes: Readonly<Record<StaffPermission, readonly Scope[]>> = Object.freeze({
  sell: ['pos:read', 'inventory:read', 'sales:write', 'customers:read', 'customers:write'],
  price_override: [],
  discount: [],
  refund: ['refunds:write'],
  void: ['sales:write'],
  cash: ['cash:write'],
  no_sale: ['cash:write'],
  close_session: ['cash:write'],
  stock: ['pos:read', 'inventory:read', 'inventory:write'],
  catalogue: ['pos:read', 'pos:write'],
  reports: ['pos:read', 'reports:read'],
  invoices: [
    'invoices:read',
    'invoices:write',
    'customers:read',
    'customers:write',
    // Who may write bills may ask for money by a link, too.
    'payment_links:read',
    'payment_links:write',
  ],
});

/** What sessions are for. */
export const sessionWidgets = Object.freeze([
  'pos_terminal',
  'invoice_creator',
  'ticket_scanner',
  'payment_link_creator',
] as const);
export type SessionWidget = (typeof sessionWidgets)[number];

/** The most that a session of each widget may do. What is not here no session ever may: keys, webhooks, payouts, staff and tills. */
export const widgetScopes: Readonly<Record<SessionWidget, readonly Scope[]>> = Object.freeze({
  pos_terminal: [
    'pos:read',
    'pos:write',
    'inventory:read',
    'inventory:write',
    'sales:write',
    'refunds:write',
    'cash:write',
    'customers:read',
    'customers:write',
    'reports:read',
    'invoices:read',
    'invoices:write',
  ],
  invoice_creator: ['invoices:read', 'invoices:write', 'customers:read', 'customers:write', 'pos:read'],
  ticket_scanner: ['tickets:scan'],
  payment_link_creator: ['payment_links:read', 'payment_links:write'],
});

/** What somebody with these permissions may do in a session, as scopes. */
export function scopesOfPermissions(permissions: readonly StaffPermission[]): readonly Scope[] {
  return [...new Set(permissions.flatMap((permission) => permissionScopes[permission]))];
}
