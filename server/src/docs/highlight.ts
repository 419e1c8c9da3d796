import { html, type Html } from '../kernel/web/html.ts';

/** What a piece of code is: a name or keyword, a text, a number or variable, a remark. */
type Colour = 'k' | 's' | 'n' | 'c';

type Grammar = { readonly pattern: RegExp; readonly colours: readonly Colour[] };

const DOUBLE = String.raw`"(?:[^"\\]|\\.)*"`;
const SINGLE = String.raw`'(?:[^'\\]|\\.)*'`;
const NUMBER = String.raw`\b\d[\d_.]*\b`;

/** Its groups are coloured in the order of `colours`; what none of them holds stays as it is. */
function grammar(...rules: readonly (readonly [Colour, string])[]): Grammar {
  return {
    pattern: new RegExp(rules.map(([, source]) => `(${source})`).join('|'), 'gm'),
    colours: rules.map(([colour]) => colour),
  };
}

const wordsOf = (text: string): string => String.raw`\b(?:${text.replaceAll(' ', '|')})\b`;

const json = grammar(
  ['k', String.raw`${DOUBLE}(?=\s*:)`],
  ['s', DOUBLE],
  ['n', String.raw`-?${NUMBER}|\b(?:true|false|null)\b`],
);
const shell = grammar(
  ['c', String.raw`(?<=^|\s)#.*$`],
  ['s', String.raw`${DOUBLE}|'[^']*'`],
  ['n', String.raw`\$\{?\w+\}?`],
  [
    'k',
    String.raw`(?<=^\s*|[|;&(] *)(?:curl|npx|npm|node|cottontree|export|docker|git|psql|sudo|cd|echo|jq)\b`,
  ],
);
const script = grammar(
  ['c', String.raw`\/\/.*$|\/\*[\s\S]*?\*\/`],
  ['s', String.raw`${DOUBLE}|${SINGLE}|\x60[^\x60]*\x60`],
  [
    'k',
    wordsOf(
      'import export from const let return if else for of while throw new await async function type try catch true false null undefined',
    ),
  ],
  ['n', NUMBER],
);
const python = grammar(
  ['c', String.raw`#.*$`],
  ['s', String.raw`[bf]?${DOUBLE}|${SINGLE}`],
  [
    'k',
    wordsOf(
      'import from def return if elif else for in while raise with as try except not and or True False None class lambda',
    ),
  ],
  ['n', NUMBER],
);
const php = grammar(
  ['c', String.raw`\/\/.*$|#.*$|\/\*[\s\S]*?\*\/`],
  ['s', String.raw`${DOUBLE}|${SINGLE}`],
  ['n', String.raw`\$\w+|${NUMBER}`],
  ['k', wordsOf('function return if else foreach as throw new try catch true false null array fn use')],
);
const go = grammar(
  ['c', String.raw`\/\/.*$`],
  ['s', String.raw`${DOUBLE}|\x60[^\x60]*\x60`],
  [
    'k',
    wordsOf(
      'package import func return if else for range var const type struct map string nil true false error defer',
    ),
  ],
  ['n', NUMBER],
);

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  json,
  sh: shell,
  bash: shell,
  curl: shell,
  ts: script,
  typescript: script,
  js: script,
  python,
  php,
  go,
};

/** Code in three colours and one for remarks, by classes; a language that is not known stays plain. */
export function highlight(language: string, text: string): Html {
  const known = GRAMMARS[language];
  if (known === undefined) return html`${text}`;
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(known.pattern)) {
    const colour = known.colours[match.slice(1).findIndex((group) => group !== undefined)] ?? 'c';
    parts.push(html`${text.slice(end, match.index)}<i class="${colour}">${match[0]}</i>`);
    end = match.index + match[0].length;
  }
  return html`${parts}${text.slice(end)}`;
}

/** A block of code with what it is called; a script puts the button to copy it there. */
export function codeBlock(language: string, text: string, label = language): Html {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label === '' ? 'Example' : label}"><code>${highlight(language, text.replace(/\n$/, ''))}</code></pre></div>`;
}
