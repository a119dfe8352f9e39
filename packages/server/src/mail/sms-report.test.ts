import { describe, expect, test } from 'vitest'
import { readDeliveryReport } from './sms-report.ts'

describe('what a report says about a message', () => {
  test.each([
    ['Success', 'delivered'],
    ['Delivered', 'delivered'],
    ['Sent', 'under way'],
    ['Submitted', 'under way'],
    ['Buffered', 'under way'],
    ['Failed', 'failed'],
    ['Rejected', 'failed'],
    ['Expired', 'failed'],
    ['AbsentSubscriber', 'failed'],
    ['UserInBlacklist', 'failed'],
    ['NotNetworkSubscriber', 'failed'],
    ['toString', 'under way'],
  ])('%s: it is %s', (status, delivery) => {
    expect(readDeliveryReport({ id: 'ATXid_1', status })).toMatchObject({ delivery })
  })

  test('a failure has the provider’s reason, or its status if there is none', () => {
    const failed = { id: 'ATXid_1', status: 'Failed' }
    expect(readDeliveryReport({ ...failed, failureReason: 'GatewayError' })?.reason).toBe('GatewayError')
    expect(readDeliveryReport({ ...failed, failureReason: '' })?.reason).toBe('Failed')
  })

  test.each([null, 'Success', {}, { id: '', status: 'Success' }, { id: 'ATXid_1' }])(
    'a form without a message or a status is no report: %j',
    (body) => expect(readDeliveryReport(body)).toBeNull(),
  )
})
