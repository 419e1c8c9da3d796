import type { ComponentChildren, VNode } from 'preact';
import { Card } from '../../kit/parts/card.tsx';
import { SecretOnce } from '../../kit/parts/copy.tsx';
import { merchantTexts as t } from './texts.ts';

export type Invited = { readonly email: string; readonly link: string; readonly mailed: boolean };

/** The link by which an owner comes in, shown once. */
export function InvitationShown({
  title,
  invited,
  children,
}: {
  readonly title: string;
  readonly invited: Invited;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <Card title={title}>
      <div class="stack">
        <p>{invited.mailed ? t.mailed(invited.email) : t.notMailed(invited.email)}</p>
        <SecretOnce secret={invited.link} />
        <p class="small quiet">{t.linkOnce}</p>
        <div class="row">{children}</div>
      </div>
    </Card>
  );
}
