import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { root } from '../root.mjs';

/** The program's own sources below a folder, parsed: no tests, nothing generated. */
export function readSources(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        !/\.(test|cases)\.ts$/.test(name) &&
        !name.endsWith('.d.ts') &&
        !name.includes('.gen.') &&
        !name.includes('fixtures/'),
    )
    .map((name) => {
      const path = `${folder}/${name}`;
      const text = readFileSync(join(root, path), 'utf8');
      return {
        path,
        text,
        lines: text.trimEnd().split('\n'),
        tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
      };
    });
}

/** What a source names in its imports and exports: where it lies in the checkout, null for a package, and whether only types are taken. */
export function importsOf({ path, tree }) {
  return tree.statements
    .filter(
      (statement) =>
        (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier,
    )
    .map((statement) => {
      const name = statement.moduleSpecifier.text;
      const to = name.startsWith('.') ? relative(root, resolve(dirname(join(root, path)), name)) : null;
      return { from: path, to, typesOnly: takesOnlyTypes(statement) };
    });
}

function takesOnlyTypes(statement) {
  if (ts.isExportDeclaration(statement))
    return statement.isTypeOnly || namesOnlyTypes(statement.exportClause?.elements);
  const clause = statement.importClause;
  return (
    clause !== undefined &&
    (clause.isTypeOnly || (clause.name === undefined && namesOnlyTypes(clause.namedBindings?.elements)))
  );
}

function namesOnlyTypes(elements) {
  return elements !== undefined && elements.length > 0 && elements.every((element) => element.isTypeOnly);
}
