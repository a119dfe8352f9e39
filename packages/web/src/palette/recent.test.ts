import { expect, test } from 'vitest'
import { screenChoices } from './choices.ts'
import { stillThere, withChoice } from './recent.ts'

const screens = screenChoices('admin')
const [dashboard, users] = screens
const awa = { kind: 'user', to: '/admin/user/7', title: 'Awa Sanneh', note: 'Cashier', icon: 'user' } as const

test('the latest choice comes first, each place appears once, and five are enough', () => {
  expect(withChoice([dashboard!, awa], awa)).toEqual([awa, dashboard])
  expect(withChoice(screens.slice(0, 5), awa)).toEqual([awa, ...screens.slice(0, 4)])
})

test('a screen is shown with its current name, and one that is gone is left out', () => {
  const renamed = { ...users!, title: 'People' }
  const gone = { ...users!, to: '/admin/gone' }
  expect(stillThere([renamed, gone, awa], 'admin', screens)).toEqual([users, awa])
})

test('a Cashier is offered nothing from the admin area, whatever this browser remembers', () => {
  expect(stillThere([dashboard!, awa], 'cashier', screenChoices('cashier'))).toEqual([])
})
