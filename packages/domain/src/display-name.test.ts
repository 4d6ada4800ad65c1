import { expect, test } from 'vitest'
import { displayName } from './display-name.ts'

// R76
test.each([
  [{ id: 'u1', name: '小林', firstName: '林' }, '小林'],
  [{ id: 'u1', name: '', firstName: '林' }, '林'],
  [{ id: 'u1', name: null, firstName: null }, 'u1'],
  [{ id: 'u1' }, 'u1'],
  [{ id: 'u1', name: '小林', remark: '老客户' }, '老客户(小林)'],
  [{ id: 'u1', remark: '老客户' }, '老客户(u1)'],
  [{ id: 'u1', name: '小林', remark: '' }, '小林'],
])('%j is called %s', (user, expected) => {
  expect(displayName(user)).toBe(expected)
})
