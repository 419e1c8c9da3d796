/**
 * A command as it is typed in an environment: by its name, or through npm where npm runs this one, and on the same data.
 * Of what holds secrets only the names are said.
 */
export function typedIn(environment: NodeJS.ProcessEnv, command: string): string {
  const { npm_command: npm, DATA_DIR: folder, DATABASE_URL: url, SECRET_KEY: key } = environment;
  const quoted = folder && /^[\w./-]+$/.test(folder) ? folder : `'${folder?.replaceAll("'", `'\\''`)}'`;
  const database = url ? `DATABASE_URL=… ${key ? 'SECRET_KEY=… ' : ''}` : '';
  return `${folder ? `DATA_DIR=${quoted} ` : ''}${database}${npm === undefined ? '' : 'npx --no -- '}cottontree ${command}`;
}
