/** Whether nobody carries a delivery yet, so that somebody may be found for it. */
export function isWaiting(row: { readonly status: string; readonly driver_id: string | null }): boolean {
  return row.status === 'pending' || (row.status === 'assigned' && row.driver_id === null);
}
