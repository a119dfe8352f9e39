// The vendor's account at the aggregator: in dalasi, or in another currency with a rate, as most real accounts are.

export interface Account {
  currency: string
  currencyName: string
  symbol: string
  /** Dalasi for one unit of the account's currency. */
  rate: number
}

export const dalasiAccount: Account = {
  currency: 'GMD',
  currencyName: 'Gambian Dalasi',
  symbol: 'D',
  rate: 1,
}

export const dollarAccount: Account = {
  currency: 'USD',
  currencyName: 'US Dollar',
  symbol: '$',
  rate: 70.35,
}

/** Hundredths of the account's currency for this many bututs. */
export const fromBututs = ({ rate }: Account, bututs: number): number => Math.round(bututs / rate)

/** Bututs for this many hundredths of the account's currency. */
export const toBututs = ({ rate }: Account, hundredths: number): number => Math.round(hundredths * rate)
