/** Whether nobody carries a delivery yet, so that somebody may be found for it. */
export function isWaiting(row: { readonly status: string; readonly driver_id: string | null }): boolean {
  return row.status === 'pending' || (row.status === 'assigned' && row.driver_id === null);
}

/** Whether its courier had to give it back and another is being searched: nobody is there who could take the parcel. A test delivery without any courier is not. */
export function isSearchedAgain(row: {
  readonly status: string;
  readonly driver_id: string | null;
  readonly phase: string | null;
}): boolean {
  return (
    row.status === 'assigned' &&
    row.driver_id === null &&
    (row.phase === 'searching' || row.phase === 'offered')
  );
}

/** Whether a parcel may still come. */
export function isUnderWay({ status }: { readonly status: string }): boolean {
  return status === 'pending' || status === 'assigned' || status === 'picked_up' || status === 'in_transit';
}
