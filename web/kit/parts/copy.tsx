import { Check, Copy, Eye } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { common } from '../text/common.ts';
import { Button } from './button.tsx';
import './copy.css';

const SAID_MS = 2_000;

/** Puts a text where it can be pasted from, and says so. */
export function CopyButton({
  text,
  label = common.copy,
  size = 's',
  kind = 'plain',
}: {
  readonly text: string;
  readonly label?: string;
  readonly size?: 's' | 'm';
  readonly kind?: 'plain' | 'primary' | 'ghost';
}): VNode {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  }
  return (
    <Button size={size} kind={kind} icon={copied ? Check : Copy} onClick={() => void copy()}>
      {copied ? common.copied : label}
    </Button>
  );
}

/** Whether a text can be pasted now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** For a browser within another app, and a page without TLS, which have no clipboard: what is selected is copied. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  // What lies behind an open dialog takes no focus.
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

const SHOWN_SECONDS = 30;

/** A code under dots until it is asked for: shown for 30 s, counted down. Whoever opens it logs that it was shown. */
export function CodeReveal({
  label,
  open,
  fault,
}: {
  readonly label: string;
  /** Fetches the code; null where it was refused. */
  readonly open: () => Promise<string | null>;
  readonly fault?: string | null | undefined;
}): VNode {
  const [code, setCode] = useState<string | null>(null);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (code === null) return undefined;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    const end = setTimeout(() => setCode(null), SHOWN_SECONDS * 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [code]);
  async function show(): Promise<void> {
    setLeft(SHOWN_SECONDS);
    setCode(await open());
  }
  return (
    <div class="code-reveal">
      <span class="small quiet">{label}</span>
      <output class="mono" aria-live="polite">
        {code === null ? '••• •••' : `${code.slice(0, 3)} ${code.slice(3)}`}
      </output>
      {code === null ? (
        <Button size="s" icon={Eye} onClick={() => void show()}>
          {common.show}
        </Button>
      ) : (
        <span class="tiny faint">{common.hidesIn(left)}</span>
      )}
      {fault && <span class="fault">{fault}</span>}
    </div>
  );
}

/** A secret that nothing shows again. */
export function SecretOnce({ secret }: { readonly secret: string }): VNode {
  return (
    <div class="secret-once">
      <code>{secret}</code>
      <CopyButton text={secret} kind="primary" />
    </div>
  );
}
