import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** What letters are made of; all else is left out, and links lead nowhere. */
const SHOWN: ReadonlySet<string> = new Set(['DIV', 'P', 'A', 'BR']);

/** A letter as mail programs show it: the very document that is sent, apart from the styles of the page around it. */
export function LetterView({ html, label }: { readonly html: string; readonly label: string }): VNode {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = ref.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    // A policy without inline styles would forbid them while they are parsed; set one by one they are ours.
    const letter = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html');
    const body = document.createElement('div');
    body.style.cssText = letter.body.dataset['style'] ?? '';
    body.lang = letter.documentElement.lang;
    body.append(...[...letter.body.childNodes].flatMap(shownOf));
    root.replaceChildren(body);
  }, [html]);
  return <div class="letter-view" ref={ref} role="group" aria-label={label} />;
}

function shownOf(node: Node): readonly Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')];
  if (!(node instanceof HTMLElement)) return [];
  const inside = [...node.childNodes].flatMap(shownOf);
  if (!SHOWN.has(node.tagName)) return inside;
  const made = document.createElement(node.tagName === 'A' ? 'span' : node.tagName);
  made.style.cssText = node.dataset['style'] ?? '';
  made.append(...inside);
  return [made];
}
