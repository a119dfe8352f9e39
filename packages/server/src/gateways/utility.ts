// The electricity utility as the features know it: our words and our types, whatever the utility's interface calls them.
import type { Bututs } from '@flexpower/contract'
import type { Outcome } from './outcome.ts'

/** Our own account at the utility. */
export interface VendorInfo {
  vendorId: string
  description: string
  /** Below zero where the utility lets a vendor overdraw. */
  balance: Bututs
  vendorIdChanged: boolean
}

export interface UtilityGateway {
  vendorInfo(): Promise<Outcome<VendorInfo>>
}
