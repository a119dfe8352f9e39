// A utility without a network, which answers after a set time: the benchmarks measure our side, not the simulator.
import { setTimeout as sleep } from 'node:timers/promises'
import { whileAsking } from '../packages/server/src/runtime/place.ts'
import type { ElectricityOrder, UtilityGateway, Vended } from '../packages/server/src/gateways/utility.ts'

export function instantUtility(delayMs: number): UtilityGateway {
  let serial = 0
  const sell = async (order: ElectricityOrder) => {
    // As a real gateway does (gateways/exchange.ts): the admission counts sales that asked.
    await whileAsking(async () => {
      if (delayMs > 0) await sleep(delayMs)
    })
    serial += 1
    return { kind: 'accepted' as const, value: vended(order, serial) }
  }
  const unused = () => Promise.reject(new Error('not part of the benchmark'))
  return {
    sell,
    quote: unused,
    findSale: unused,
    bill: unused,
    payBill: unused,
    findBillPayment: unused,
    vendorInfo: unused,
    customerPurchases: unused,
    shiftPurchases: unused,
    readTransaction: unused,
    changePassword: unused,
    resetPassword: unused,
    adoptPassword: unused,
    health: () => ({ state: 'up', since: new Date(0), answersInMs: delayMs }),
  }
}

function vended(order: ElectricityOrder, serial: number): Vended {
  const energy = Math.round(order.amount / 1.15)
  return {
    utilityTransaction: String(serial),
    receipt: `U${serial}`,
    customerName: order.quote.customerName,
    account: order.quote.account,
    serviceAddress: order.quote.serviceAddress,
    tariff: order.quote.tariff,
    units: 30.31,
    unitPrice: 14.06,
    priceLines: [
      { concept: 'Energy', units: 30.31, price: 14.06, amount: energy as never },
      { concept: 'VAT', units: energy / 100, price: 15, amount: (order.amount - energy) as never },
    ],
    debtPaid: 0 as never,
    debtPercent: 0,
    accountBalance: 0 as never,
    paidAt: new Date(0),
    paymentMethod: 'Cash',
    tokens: [String(serial).padStart(20, '4')],
    tokenNames: [],
    free: null,
  }
}
