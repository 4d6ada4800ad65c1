import { expect, test } from 'vitest'
import { guardPage, NO_PERMISSION_TEXTS } from './page-guard.ts'

const allowed = { statistics: ['statistics:viewPage'] }

// R54
test.each([
  ['while permissions load', undefined, '/bi', 'wait'],
  ['while permissions load', undefined, '/home', 'wait'],
  ['with the permission', allowed, '/bi', 'allow'],
  ['with the permission', allowed, '/home', 'allow'],
  ['without the permission', {}, '/bi', 'redirect-home'],
  ['without the permission', {}, '/home/daily', 'no-permission'],
  ['without the permission', {}, '/homepage', 'redirect-home'],
  ['without the permission', {}, '/home', 'no-permission'],
  ['without the permission', {}, '/home/', 'no-permission'],
])('%s (%j) the guard of %s decides %s', (_when, mPerms, path, expected) => {
  expect(guardPage({ mPerms, permission: 'statistics:viewPage', path })).toBe(expected)
})

// R54, R55
test('the texts about missing permissions are those of the product', () => {
  expect(Object.values(NO_PERMISSION_TEXTS)).toEqual([
    '没有权限',
    '您没有访问此页面的权限',
    '您没有访问此功能的权限',
    '抱歉，您暂无权限进入该页面',
  ])
})
