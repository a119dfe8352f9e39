// The settings of a server that sells at a simulated utility, as its environment has them.
import type { UtilityAccess } from '../config/access.ts'

type Access = Pick<UtilityAccess, 'url' | 'vendorId' | 'vendorUser' | 'password' | 'client'> & {
  profile: string
  tenant: string
}

export const writeUtilitySettings = (access: Access): Record<string, string> => ({
  FLEXPOWER_UTILITY_URL: access.url,
  FLEXPOWER_UTILITY_PROFILE: access.profile,
  FLEXPOWER_UTILITY_TENANT: access.tenant,
  FLEXPOWER_UTILITY_VENDOR: access.vendorId,
  FLEXPOWER_UTILITY_USER: access.vendorUser,
  FLEXPOWER_UTILITY_PASSWORD: access.password,
  FLEXPOWER_UTILITY_CLIENT: access.client,
})
