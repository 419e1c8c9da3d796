import { declaredStatements } from '../../src/store/index.ts';
import type { TestService } from './service.ts';

/** Tells by its name whether a statement may change anything: it says so itself, or calls a function of ours that may. */
export async function writingStatements(service: TestService): Promise<(name: string) => boolean> {
  const functions = await service.query(
    `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND provolatile = 'v'`,
  );
  const changes = new RegExp(
    `\\b(INSERT|UPDATE|DELETE|${functions.map(({ proname }) => `${String(proname)}\\s*\\(`).join('|')})`,
  );
  const writing = new Set(
    declaredStatements()
      .filter(({ sql }) => changes.test(sql))
      .map(({ name }) => name),
  );
  return (name) => writing.has(name);
}
