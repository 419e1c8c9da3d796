import type { VNode } from 'preact';

/** An e-mail address that goes on in the next line at its @, not within a name. */
export function Email({ address }: { readonly address: string }): VNode {
  const at = address.lastIndexOf('@');
  return (
    <span class="by-parts" title={address}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
