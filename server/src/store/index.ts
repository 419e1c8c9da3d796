export { analyzeTables } from './analyze-tables.ts';
export { ArchiveError, type ArchiveOptions, type ArchiveTarget } from './archive/archive-options.ts';
export { archiveKeyFile, readArchiveKey } from './archive/archive-key.ts';
export { openArchiveStorage } from './archive/archive-storage.ts';
export { readArchiveStatus, type ArchiveStatus } from './archive/archive-book.ts';
export { archivedSettings, endArchive, isArchivable } from './archive/database-settings.ts';
export { forgetLineage } from './archive/lineage.ts';
export { endTrial, noteTrialProcess } from './archive/end-trial.ts';
export { keepArchive } from './archive/keep-archive.ts';
export { restoreArchive } from './archive/restore-archive.ts';
export { BackupError } from './backup/manifest.ts';
export { backupMadeAt, lacksChecksums, readBackupManifest } from './backup/read-backup.ts';
export { restoreBackup } from './backup/restore-backup.ts';
export { writeBackup } from './backup/write-backup.ts';
export { check, runChecks, type DatabaseReport } from './check.ts';
export { checkDatabase, connectionFromUrl } from './connection.ts';
export { checkPooling, findPooling, type Pooling } from './pooler/refuse-pooler.ts';
export { HostsRefused, readHosts, readReplicas, type ReplicaPlace } from './hosts/read-hosts.ts';
export { directoryChecks, findOwner, findLastingOwners } from './directory/directory.queries.ts';
export { columnsOf, knownKeys, type KnownKey } from './directory/known-keys.ts';
export type { EmbeddedDatabase } from './embedded/embedded-database.ts';
export { openEmbedded } from './embedded/open-embedded.ts';
export { signalProcess, startOfProcess } from './embedded/processes.ts';
export { functionNames } from './function-names.gen.ts';
export { migrate } from './migrate.ts';
export { refuseUnmigrated, UnmigratedError } from './refuse-unmigrated.ts';
export { MovedAway } from './move/house-mark.ts';
export { hasMoved, moveRows, settleMove } from './move/move-rows.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { readSnapshot } from './read-snapshot.ts';
export { readPosition } from './replicas/primary-position.queries.ts';
export { LAG_MS_MAX } from './replicas/replica.ts';
export { readSnapshotApart, type SnapshotPlaces } from './replicas/read-snapshot-apart.ts';
export { readStanding, unfitText, whyUnfit } from './replicas/standing.ts';
export { CommitAndThrow, type Runner, type Store, type Tx } from './store.ts';
export { tellAfterCommit } from './tell-after-commit.ts';
export { coalesce, openNamedQueues, type Coalesced } from './coalesce.ts';
export { bytesToJson, rowToJson } from './row-to-json.ts';
export { declaredStatements, statement, type AnyStatement, type Statement } from './statement.ts';
export {
  json,
  nullable,
  text,
  texts,
  type ArrayName,
  type Json,
  type JsonObject,
  type Nullable,
  type Shape,
  type ValuesOf,
} from './types.ts';
export {
  constraintOf,
  isListed,
  isLockTimeout,
  isOutage,
  isRowLockTimeout,
  isStorageFull,
  LostConnection,
  Overloaded,
  sqlStateOf,
  Unreachable,
} from './trouble.ts';
export { makeFolder } from './make-folder.ts';
export { syncFolder } from './sync-folder.ts';
export { findMigrations } from './read-migrations.ts';
