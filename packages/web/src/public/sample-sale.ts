// One invented sale, told the same way wherever the home page shows it: its parts add up to what was tendered.
export const sampleSale = {
  customer: 'Mariama Bah',
  address: '12 Sayerr Jobe Avenue, Serekunda',
  meter: '37201148261',
  tariff: 'Domestic prepaid',
  receipt: 'A261114-K24NS-BG878',
  date: '14 Nov 2026, 14:18',
  token: ['4821', '6093', '3755', '0184', '7726'],
  units: '30.31 kWh',
  tendered: 'GMD 500.00',
  parts: [
    { name: 'Energy, 30.31 kWh', amount: 'GMD 426.09', share: 'flex-[426]', colour: 'bg-part-energy' },
    { name: 'VAT 15 %', amount: 'GMD 63.91', share: 'flex-[64]', colour: 'bg-part-vat' },
    { name: 'Fee', amount: 'GMD 10.00', share: 'flex-[10]', colour: 'bg-part-fee' },
  ],
} as const
