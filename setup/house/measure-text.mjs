import ts from 'typescript';

const LONG_LINE_CHARACTERS = 110;

/** How dense the text is: characters a line that holds any, and the share of lines longer than the formatter's width. */
export function measureLines(sources) {
  const lines = sources.flatMap((source) => source.lines).filter((line) => line.trim() !== '');
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  const long = lines.filter((line) => line.length > LONG_LINE_CHARACTERS).length;
  return {
    lines: lines.length,
    charactersALine: characters / lines.length,
    longShare: long / lines.length,
    longLineCharacters: LONG_LINE_CHARACTERS,
  };
}

/** Lines of every function that has a body of its own, from its first word to its last brace. */
export function measureFunctions(sources) {
  const found = sources.flatMap((source) => functionsOf(source)).toSorted((one, other) => one - other);
  const at = (share) => found[Math.min(found.length - 1, Math.floor(found.length * share))];
  return { count: found.length, p50: at(0.5), p90: at(0.9), max: found.at(-1) };
}

function functionsOf({ tree }) {
  const lengths = [];
  walk(tree, (node) => {
    if (!ts.isFunctionLike(node) || !node.body || !ts.isBlock(node.body)) return;
    const first = tree.getLineAndCharacterOfPosition(node.getStart()).line;
    lengths.push(tree.getLineAndCharacterOfPosition(node.end).line - first + 1);
  });
  return lengths;
}

/** `as` that claims a type; `as const` claims nothing. */
export function countCasts(sources) {
  let casts = 0;
  for (const { tree } of sources) {
    walk(tree, (node) => {
      if (ts.isAsExpression(node) && node.type.getText() !== 'const') casts += 1;
    });
  }
  return casts;
}

/** Exported types that share their name with one of another file, and how often the commonest stands. */
export function countTwins(sources) {
  const times = new Map();
  for (const { tree } of sources) {
    for (const statement of tree.statements) {
      const exported =
        (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) &&
        statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      if (exported) times.set(statement.name.text, (times.get(statement.name.text) ?? 0) + 1);
    }
  }
  const twins = [...times].filter(([, count]) => count > 1).toSorted(([, one], [, other]) => other - one);
  return { names: twins.length, commonest: twins[0] ?? null };
}

function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
