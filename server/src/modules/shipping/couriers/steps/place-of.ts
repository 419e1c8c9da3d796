/** Where something happened, where both coordinates were sent. */
export function placeOf({
  lat,
  lng,
}: {
  readonly lat?: number;
  readonly lng?: number;
}): { readonly lat: number; readonly lng: number } | null {
  return lat === undefined || lng === undefined ? null : { lat, lng };
}
