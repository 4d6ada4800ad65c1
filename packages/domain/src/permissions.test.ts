import { RelationId } from '@ruwu/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  covers,
  fromMPerms,
  hasPermission,
  narrowScope,
  toMPerms,
  withImplied,
  withoutPermission,
} from './permission-set.ts'
import { allPermissions, impliedView, isPermission, type Permission, PERMISSIONS } from './permissions.ts'

// R47
test('every permission begins with its module and implies at most the view of that module', () => {
  for (const permission of allPermissions()) {
    const { module } = PERMISSIONS[permission]

    expect(permission.startsWith(`${module}:`)).toBe(true)
    expect([undefined, `${module}:viewPage`]).toContain(impliedView(permission))
  }
})

test('each edit of a module with a page implies the view of that page', () => {
  const views = allPermissions().filter((permission) => permission.endsWith(':viewPage'))
  const edits = allPermissions().filter((permission) => !permission.endsWith(':viewPage'))

  for (const edit of edits) {
    const view = `${PERMISSIONS[edit].module}:viewPage`
    expect(impliedView(edit)).toBe(views.some((each) => each === view) ? view : undefined)
  }
})

// R47
test('the matrix has its ten rows in order', () => {
  const rows = allPermissions().map((permission) => PERMISSIONS[permission].row)

  expect([...new Set(rows)].join(' / ')).toBe(
    '私信 / 渠道账号 / 数据统计 / 标签 / 自动化 / 客服管理 / 积分 / 企业设置 / 快捷回复 / 日志',
  )
})

// R47
test.each([
  ['im:viewPage', true],
  ['im:replyCustomer', true],
  ['im:editCustomerInfo', false],
  ['tag:viewPage', false],
  ['customer:viewSensitive', false],
] as [Permission, boolean][])('an agent who may view and reply has %s: %s', (permission, expected) => {
  expect(hasPermission({ im: ['im:viewPage', 'im:replyCustomer'], tag: [] }, permission)).toBe(expected)
})

// R53
test.each([null, undefined, {}])('with %j for permissions everything is denied', (mPerms) => {
  expect(allPermissions().some((permission) => hasPermission(mPerms, permission))).toBe(false)
})

test('granting an edit grants its view', () => {
  expect(withImplied(['pointManagement:purchase', 'im:replyCustomer'])).toEqual([
    'im:viewPage',
    'im:replyCustomer',
    'pointManagement:viewPage',
    'pointManagement:purchase',
  ])
})

test('taking the view takes the edits, taking an edit leaves the view', () => {
  const tags: Permission[] = ['im:viewPage', 'tag:viewPage', 'tag:settingsEdit']

  expect(withoutPermission(tags, 'tag:viewPage')).toEqual(['im:viewPage'])
  expect(withoutPermission(tags, 'tag:settingsEdit')).toEqual(['im:viewPage', 'tag:viewPage'])
})

// R47
test('permissions are grouped by module', () => {
  expect(toMPerms(['tag:settingsEdit', 'customer:viewSensitive'])).toEqual({
    customer: ['customer:viewSensitive'],
    tag: ['tag:viewPage', 'tag:settingsEdit'],
  })
})

test('a permission of another version is not taken over', () => {
  expect(fromMPerms({ im: ['im:viewPage', 'im:fly'], x: ['x:y'] })).toEqual(['im:viewPage'])
  expect(isPermission('toString')).toBe(false)
})

const anyPermissions = fc.uniqueArray(fc.constantFrom(...allPermissions()))

test('grouping keeps exactly what was granted and implied', () => {
  fc.assert(
    fc.property(anyPermissions, (permissions) => {
      const mPerms = toMPerms(permissions)
      const held = allPermissions().filter((permission) => hasPermission(mPerms, permission))

      expect(held).toEqual(withImplied(permissions))
      expect(new Set(fromMPerms(mPerms))).toEqual(new Set(held))
    }),
  )
})

test.each([
  [['im:viewPage'], 'own', [], 'own', true],
  [['im:viewPage'], 'own', ['im:viewPage'], 'own', true],
  [[], 'all', ['im:viewPage'], 'own', false],
  [['im:viewPage'], 'own', [], 'all', false],
  [['im:viewPage'], 'all', ['im:viewPage'], 'all', true],
] as const)('%j with %s covers %j with %s: %s', (own, ownScope, other, otherScope, expected) => {
  const holds = { permissions: own, customerScope: ownScope, accountScope: null }

  expect(covers(holds, { permissions: other, customerScope: otherScope, accountScope: null })).toBe(expected)
})

const [a, b] = [RelationId.parse('a'.repeat(32)), RelationId.parse('b'.repeat(32))]

test.each([
  [null, null, true, null],
  [null, [a], true, [a]],
  [[a], null, false, [a]],
  [[a, b], [b], true, [b]],
  [[a], [a, b], false, [a]],
  [[a], [b], false, []],
])('accounts %j cover %j: %s, and both together are %j', (own, other, expected, both) => {
  const rights = { permissions: [], customerScope: 'own' } as const

  expect(covers({ ...rights, accountScope: own }, { ...rights, accountScope: other })).toBe(expected)
  expect(narrowScope(own, other)).toEqual(both)
})
