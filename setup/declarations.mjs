import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** The types of one source of ours as others see them; it says them itself, so nothing has to be worked out. Throws where it does not. */
export async function declarationsOf(path) {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(await readFile(path, 'utf8'), {
    fileName: path,
    compilerOptions: { isolatedDeclarations: true, target: ts.ScriptTarget.ES2022 },
  });
  const [fault] = diagnostics;
  if (fault) throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`);
  return outputText.replaceAll(/(from\s+['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2');
}

/** Writes types for both forms of modules; the texts name their neighbours by `./name.js`. */
export async function writeTypes(folder, texts) {
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(join(folder, `${name}.d.ts`), text);
    await writeFile(
      join(folder, `${name}.d.cts`),
      text.replaceAll(/(from\s+['"]\.[^'"]*)\.js(['"])/g, '$1.cjs$2'),
    );
  }
}
