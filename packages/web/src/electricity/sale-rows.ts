// The names of the columns of the list of sales: the table and the file have the same ones, but for Action.

/** CP-10, and CP-13 for a cashier. */
export const headings = {
  at: 'Date',
  customerName: 'Customer Name',
  meter: 'Meter Number',
  tendered: 'Tendered Amount',
  vended: 'Vend Amount',
  fee: 'Fee',
  tokens: 'List Token',
  cashierName: 'Cashier',
  location: 'Location',
  transactionId: 'Transaction ID',
} as const
