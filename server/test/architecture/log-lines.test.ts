import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
const GUIDE = fileURLToPath(new URL('../../../docs/watching.md', import.meta.url));
const LEVELS = new Set(['debug', 'info', 'warn', 'error']);
/** The logger itself writes these, and whoever called is named by a field of its kind. */
const OF_EVERY_LINE = ['level', 'time', 'msg', 'trace_id'];
const OF_CALLERS = { named: ['key', 'session', 'person', 'driver', 'user'] };

type Found = { readonly fields: Set<string>; readonly faults: string[] };

/** The fields of what a program logs, where each call says them itself. */
function collect(path: string, text: string, found: Found): void {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isLogCall(node)) readFacts(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  const fault = (node: ts.Node): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.faults.push(`${path}:${line + 1} ${node.getText().slice(0, 60)}`);
  };

  function readFacts(facts: ts.Node | undefined): void {
    if (facts === undefined) return;
    if (ts.isParenthesizedExpression(facts)) return readFacts(facts.expression);
    if (ts.isConditionalExpression(facts)) {
      readFacts(facts.whenTrue);
      return readFacts(facts.whenFalse);
    }
    if (!ts.isObjectLiteralExpression(facts)) return fault(facts);
    for (const property of facts.properties) readProperty(property);
  }

  function readProperty(property: ts.ObjectLiteralElementLike): void {
    const { name } = property;
    if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name))) return void found.fields.add(name.text);
    if (!ts.isSpreadAssignment(property)) return fault(property);
    const { expression } = property;
    if (ts.isCallExpression(expression) && expression.expression.getText() === 'traceFacts') return;
    if (ts.isIdentifier(expression) && expression.text === 'named')
      return OF_CALLERS.named.forEach((field) => found.fields.add(field));
    readFacts(expression);
  }

  visit(source);
}

function isLogCall({ expression }: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    LEVELS.has(expression.name.text) &&
    /(^|\.)log$/.test(expression.expression.getText())
  );
}

async function fieldsOfProgram(): Promise<Found> {
  const found: Found = { fields: new Set(OF_EVERY_LINE), faults: [] };
  const names = (await readdir(SOURCE, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/\.(test|cases)\.ts$|\/fixtures\//.test(name),
  );
  expect(names.length).toBeGreaterThan(1_000);
  for (const name of names) {
    const text = await readFile(join(SOURCE, name), 'utf8');
    if (/\blog\b/.test(text)) collect(name, text, found);
  }
  return found;
}

async function fieldsOfGuide(): Promise<readonly string[]> {
  const [, table = ''] = (await readFile(GUIDE, 'utf8')).split('### Fields of log lines\n');
  const rows = table.split(/\n#{2,3} /)[0]?.match(/^\| `.*$/gm) ?? [];
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, field = '']) => field),
  );
}

test('every field of a log line stands in the guide, each says itself at the call, and the guide tells of none that is not there', async () => {
  const { fields, faults } = await fieldsOfProgram();
  expect(faults).toEqual([]);
  expect((await fieldsOfGuide()).toSorted()).toEqual([...fields].toSorted());
});

test('what a call does not say itself, and what the guide lacks, is found', () => {
  const found: Found = { fields: new Set(), faults: [] };
  collect(
    'a.ts',
    'module.log.warn({ error, colour: 1, ...(x ? { y } : {}) }, "m"); log.info(facts, "m");',
    found,
  );
  expect([...found.fields]).toEqual(['error', 'colour', 'y']);
  expect(found.faults).toEqual(['a.ts:1 facts']);
});
