import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../root.mjs';
import { readDocument } from './document.mjs';

const FOLDERS = ['contract/src', 'client/src', 'server/src'];
/** What reads nothing but our own styles, guides and statements, which nobody else writes. */
const OF_OUR_OWN = new Set([
  'server/src/pages/assets.ts',
  'server/src/docs/guides/markdown.ts',
  'server/src/cli/distribute/classify-statement.ts',
]);

/** Every different regular expression of our programs, and every `pattern` of the contract's schemas, with one place where it stands. */
export async function findExpressions() {
  const found = new Map();
  const add = (source, flags, place) =>
    found.has(`/${source}/${flags}`) || found.set(`/${source}/${flags}`, { source, flags, place });
  for (const file of await sourceFiles()) {
    const tree = ts.createSourceFile(
      file,
      await readFile(join(root, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    walk(tree, (node) => {
      const expression = expressionOf(node);
      if (expression)
        add(
          expression.source,
          expression.flags,
          `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
        );
    });
  }
  everyPattern(await readDocument(), (pattern) => add(pattern, 'u', 'a pattern of the contract'));
  return [...found.values()];
}

async function sourceFiles() {
  const lists = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  return lists
    .flat()
    .filter((name) => /\.[mj]?[tj]s$/.test(name) && !/\.(test|cases)\.ts$/.test(name))
    .filter((name) => !OF_OUR_OWN.has(name))
    .toSorted();
}

function walk(node, seen) {
  seen(node);
  ts.forEachChild(node, (child) => walk(child, seen));
}

/** `/…/flags`, or `new RegExp('…')` of a text that stands there. */
function expressionOf(node) {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'RegExp') return null;
  const [source, flags] = node.arguments ?? [];
  return source && ts.isStringLiteralLike(source)
    ? { source: source.text, flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '' }
    : null;
}

function everyPattern(node, seen) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.pattern === 'string') seen(node.pattern);
  for (const part of Object.values(node)) everyPattern(part, seen);
}
