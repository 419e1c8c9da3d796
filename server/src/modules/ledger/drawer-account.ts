/** Where the cash of a till lies while it is in the drawer of a session; cash that no drawer took lies together. */
export function drawerAccount(cashSessionId: string | null): string {
  return cashSessionId === null ? 'cash_drawer' : `cash_drawer:${cashSessionId}`;
}
