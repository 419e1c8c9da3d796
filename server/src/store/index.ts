export { checkDatabase, connectionFromUrl, DatabaseRefused } from './connection.ts';
export { openEmbedded } from './embedded/open-embedded.ts';
export { migrate, MigrationError } from './migrate.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { CommitAndThrow, type Runner, type Store, type Tx } from './store.ts';
export { coalesce, type Coalesced } from './coalesce.ts';
export { declaredStatements, statement, type AnyStatement, type Statement } from './statement.ts';
export type { Json, Shape, ValuesOf } from './types.ts';
export { constraintOf, isLockTimeout, isOutage, isStorageFull, isTransient, LostConnection, Overloaded, sqlStateOf, Unreachable } from './trouble.ts';
