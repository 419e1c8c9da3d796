/** Of which mode a thing is, as answers tell it: `test` says the opposite until 2.0. */
export function showMode(livemode: boolean): { readonly livemode: boolean; readonly test: boolean } {
  return { livemode, test: !livemode };
}
