/** The address at which a provider tells of news; whoever knows the token can only make us ask the provider. */
export function callbackUrl(
  publicUrl: string,
  { provider, token }: { readonly provider: string; readonly token: string },
): string {
  return `${publicUrl}/callbacks/${provider}/${token}`;
}
