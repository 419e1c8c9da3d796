import type { VNode } from 'preact';
import { CopyButton } from './copy.tsx';
import './json.css';

/** JSON in three colours, with a way to copy it; text that is no JSON as it is. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }): VNode {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return <Code text={text} label={label} json={typeof value !== 'string' || /^\s*[{[]/.test(value)} />;
}

/** Code to read and to copy. */
export function Code({
  text,
  label,
  json = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly json?: boolean;
}): VNode {
  return (
    <div class="code">
      <pre tabIndex={0} aria-label={label}>
        {json ? coloured(text) : text}
      </pre>
      <CopyButton text={text} kind="ghost" />
    </div>
  );
}

/** Keys, texts, numbers and words of JSON; what stands between them is left as it is. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/g;

function coloured(text: string): (string | VNode)[] {
  const out: (string | VNode)[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quoted, colon, plain] = match;
    out.push(text.slice(at, match.index));
    if (quoted !== undefined)
      out.push(<span class={colon === undefined ? 'text' : 'key'}>{quoted}</span>, colon ?? '');
    else out.push(<span class="number">{plain}</span>);
    at = match.index + whole.length;
  }
  out.push(text.slice(at));
  return out;
}
