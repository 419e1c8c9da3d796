import { Lexer, type Token, type Tokens } from 'marked';
import { html, type Html } from '../../kernel/web/html.ts';
import type { Heading } from '../doc-page.ts';
import { codeBlock } from '../highlight.ts';
import { code } from '../words.ts';

export type Text = { readonly main: Html; readonly headings: readonly Heading[] };

/** Where a link of a text leads; null: to nothing that is shown here, so that its words stand alone. */
export type Follow = (target: string) => string | null;

/** A text of ours in Markdown as markup: nothing in it is taken for markup of its own. */
export function markdown(text: string, follow: Follow): Text {
  const headings: Heading[] = [];
  const writer = { follow, headings, ids: new Map<string, number>() };
  const main = html`${new Lexer({ gfm: true }).lex(text).map((token) => block(token, writer))}`;
  return { main, headings };
}

type Writer = { readonly follow: Follow; readonly headings: Heading[]; readonly ids: Map<string, number> };

/** What a reader who hears the page calls a part of it: its kind, with a number behind from the second one on. */
function labelOf(kind: string, { ids }: Writer): string {
  const before = ids.get(`label ${kind}`) ?? 0;
  ids.set(`label ${kind}`, before + 1);
  return before === 0 ? kind : `${kind} ${before + 1}`;
}

function block(token: Token, writer: Writer): Html {
  switch (token.type) {
    case 'heading':
      return heading(token as Tokens.Heading, writer);
    case 'paragraph':
      return html`<p>${inline(token, writer)}</p>`;
    case 'text':
      return html`${inline(token, writer)}`;
    case 'code':
      return example(token as Tokens.Code, writer);
    case 'list':
      return list(token as Tokens.List, writer);
    case 'table':
      return table(token as Tokens.Table, writer);
    case 'blockquote':
      return html`<blockquote>${blocks((token as Tokens.Blockquote).tokens, writer)}</blockquote>`;
    case 'hr':
      return html`<hr>`;
    // Empty lines, and remarks for the tests that run the examples.
    default:
      return html``;
  }
}

const blocks = (tokens: readonly Token[], writer: Writer): readonly Html[] =>
  tokens.map((token) => block(token, writer));

function heading(token: Tokens.Heading, writer: Writer): Html {
  const id = idOf(token.text, writer.ids);
  const words = inline(token, writer);
  if (token.depth === 1) return html`<h1>${words}</h1>`;
  const level = token.depth === 2 ? 2 : 3;
  writer.headings.push({ level, id, text: token.text.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '') });
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to this part">#</a>`;
  return level === 2
    ? html`<h2 id="${id}">${words}${anchor}</h2>`
    : html`<h3 id="${id}">${words}${anchor}</h3>`;
}

/** As they are linked to everywhere: in lower case with hyphens between, a number behind where a text says it again. */
function idOf(text: string, ids: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const before = ids.get(id) ?? 0;
  ids.set(id, before + 1);
  return before === 0 ? id : `${id}-${before}`;
}

function list(token: Tokens.List, writer: Writer): Html {
  const items = token.items.map(({ tokens }) => html`<li>${blocks(tokens, writer)}</li>`);
  return token.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
}

function example({ lang = '', text }: Tokens.Code, writer: Writer): Html {
  return codeBlock(lang, text, labelOf(lang === '' ? 'Example' : `Example in ${lang}`, writer));
}

function table({ header, rows }: Tokens.Table, writer: Writer): Html {
  // A corner that names nothing heads no column.
  const head = header.map((cell) =>
    cell.text === '' ? html`<td></td>` : html`<th scope="col">${inline(cell, writer)}</th>`,
  );
  const body = rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${inline(cell, writer)}</td>`)}</tr>`,
  );
  return html`<div class="table" tabindex="0" role="region" aria-label="${labelOf('Table', writer)}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function inline(
  { tokens = [] }: { readonly tokens?: readonly Token[] | undefined },
  writer: Writer,
): readonly Html[] {
  return tokens.map((token) => part(token, writer));
}

function part(token: Token, writer: Writer): Html {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inline(token, writer)}</strong>`;
    case 'em':
      return html`<em>${inline(token, writer)}</em>`;
    case 'codespan':
      return code((token as Tokens.Codespan).text);
    case 'br':
      return html`<br>`;
    case 'link':
      return link(token as Tokens.Link, writer);
    case 'text':
      return 'tokens' in token && token.tokens
        ? html`${inline(token, writer)}`
        : html`${(token as Tokens.Text).text}`;
    case 'escape':
      return html`${(token as Tokens.Escape).text}`;
    default:
      return html`${token.raw}`;
  }
}

function link(token: Tokens.Link, writer: Writer): Html {
  const words = token.tokens.map((one) =>
    // A link in a link is none.
    one.type === 'codespan' ? html`<code>${(one as Tokens.Codespan).text}</code>` : part(one, writer),
  );
  const target = writer.follow(token.href);
  return target === null ? html`${words}` : html`<a href="${target}">${words}</a>`;
}
