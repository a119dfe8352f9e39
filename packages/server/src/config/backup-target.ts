// Where backups are copied to, besides the data folder: a folder, which may be another machine's disk, or a bucket of an
// S3-compatible store.
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { baseUrl, text } from './settings.ts'
import { onOff } from './till-rules.ts'

export interface FolderTarget {
  kind: 'folder'
  /** As it is shown and stored: without secrets. */
  name: string
  folder: string
}

export interface S3Access {
  endpoint: string
  region: string
  keyId: string
  secret: string
  /** The bucket is a part of the path, not of the host's name. */
  isPathStyle: boolean
}

export interface S3Target extends S3Access {
  kind: 's3'
  name: string
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
}

export type TargetAccess = FolderTarget | S3Target

const FORM = 'must be s3://bucket/prefix or file:///folder'
const S3_FORM =
  'must be s3://bucket/prefix: the bucket has 3 to 63 small letters, digits, dots and dashes, and begins and ends with a letter or digit; the prefix has letters, digits, slashes and none of the signs that need encoding'
const BUCKET = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w.!*'()/-]*))?$/

type Place = FolderTarget | Pick<S3Target, 'kind' | 'name' | 'bucket' | 'prefix'>

/** Null: it is neither. */
export function readPlace(written: string): Place | null {
  const [, bucket, path = ''] = BUCKET.exec(written) ?? []
  if (bucket !== undefined) {
    const folders = path.split('/').filter((part) => part !== '')
    const prefix = folders.map((part) => `${part}/`).join('')
    return { kind: 's3', name: `s3://${bucket}/${prefix}`, bucket, prefix }
  }
  // With two slashes the first folder would be a host. A slash in code would be a part of a name.
  if (!written.startsWith('file:///') || /%2f/i.test(written) || !URL.canParse(written)) return null
  return { kind: 'folder', name: written, folder: fileURLToPath(written) }
}

export const targetVariables = {
  FLEXPOWER_BACKUP_TARGET: z
    .string()
    .transform((written, context): Place => {
      const place = readPlace(written)
      if (place) return place
      context.addIssue({ code: 'custom', message: written.startsWith('s3://') ? S3_FORM : FORM })
      return z.NEVER
    })
    .optional(),
  FLEXPOWER_BACKUP_S3_ENDPOINT: baseUrl.optional(),
  FLEXPOWER_BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z\d-]{1,40}$/, 'must be a region such as eu-west-1')
    .default('us-east-1'),
  FLEXPOWER_BACKUP_S3_KEY_ID: text.optional(),
  FLEXPOWER_BACKUP_S3_SECRET: text.optional(),
  FLEXPOWER_BACKUP_S3_PATH_STYLE: onOff.optional(),
}

const environment = z.object(targetVariables)
type Values = z.infer<typeof environment>

/** Null if key or secret are missing (problems.ts). */
export function arrangeS3(values: Values): S3Access | null {
  const { FLEXPOWER_BACKUP_S3_KEY_ID: keyId, FLEXPOWER_BACKUP_S3_SECRET: secret } = values
  if (keyId === undefined || secret === undefined) return null
  const region = values.FLEXPOWER_BACKUP_S3_REGION
  const endpoint = values.FLEXPOWER_BACKUP_S3_ENDPOINT
  return {
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    keyId,
    secret,
    // Stores other than Amazon's mostly have one name for all buckets.
    isPathStyle: (values.FLEXPOWER_BACKUP_S3_PATH_STYLE ?? (endpoint ? 'on' : 'off')) === 'on',
  }
}

export function arrangeTarget(values: Values): TargetAccess | null {
  const place = values.FLEXPOWER_BACKUP_TARGET
  if (place === undefined || place.kind === 'folder') return place ?? null
  const access = arrangeS3(values)
  return access && { ...place, ...access }
}
