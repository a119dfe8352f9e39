// The store behind a target.
import type { TargetAccess } from '../config/backup-target.ts'
import { openBucket } from './bucket.ts'
import { type BackupStore, openFolder } from './store.ts'

export const openStore = (target: TargetAccess): BackupStore =>
  target.kind === 's3' ? openBucket(target) : openFolder(target.folder)
