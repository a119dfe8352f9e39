import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { nameDue } from './PostpaidPreview.tsx'

test('an account that was paid ahead has credit, not a negative amount due', () => {
  expect(nameDue('Still due', bututs(96540))).toEqual(['Still due', 'GMD 965.40'])
  expect(nameDue('Still due', bututs(0))).toEqual(['Still due', 'GMD 0.00'])
  expect(nameDue('Still due', bututs(-1903460))).toEqual(['Credit on this account', 'GMD 19,034.60'])
})
