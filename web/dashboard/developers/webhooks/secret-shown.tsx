import type { VNode } from 'preact';
import { StoredDialog } from '../stored-dialog.tsx';
import { hookTexts as t } from './hook-texts.ts';

type Props = { readonly secret: string; readonly onDone: () => void };

/** A signing secret, once; it goes only when it is stored. */
export function SecretShown({ secret, onDone }: Props): VNode {
  return <StoredDialog title={t.secretTitle} text={t.secretText} secret={secret} onDone={onDone} />;
}
