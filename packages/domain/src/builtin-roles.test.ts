import { expect, test } from 'vitest'
import { BUILTIN_ROLES, CUSTOMER_SCOPE_LABELS } from './builtin-roles.ts'
import { withImplied } from './permission-set.ts'
import { allPermissions } from './permissions.ts'

const IM = ['im:viewPage', 'im:replyCustomer', 'im:aiAssist', 'im:editCustomerInfo', 'im:manageCustomerTransfer']
const CHANNEL = ['channelAccount:viewPage', 'channelAccount:settingsEdit', 'channelAccount:bindManage']
const STATISTICS = ['statistics:viewPage', 'statistics:exportReport']
const TAG = ['tag:viewPage', 'tag:settingsEdit']
const AUTOMATION = ['automation:viewPage', 'automation:edit']

test.each([
  ['admin', '管理员', '全部', allPermissions()],
  [
    'supervisor',
    '主管',
    '全部',
    [
      ...IM,
      ...STATISTICS,
      ...TAG,
      'channelAccount:viewPage',
      'automation:viewPage',
      'agentManagement:viewPage',
      'customer:viewSensitive',
      'quickReply:manageEnterprise',
    ],
  ],
  [
    'agent',
    '客服',
    '本人',
    ['im:viewPage', 'im:replyCustomer', 'im:aiAssist', 'im:editCustomerInfo', 'tag:viewPage', 'customer:viewSensitive'],
  ],
  [
    'operator',
    '运营',
    '全部',
    ['im:viewPage', ...CHANNEL, ...STATISTICS, ...TAG, ...AUTOMATION, 'quickReply:manageEnterprise'],
  ],
  [
    'readOnly',
    '只读',
    '全部',
    [
      'im:viewPage',
      'channelAccount:viewPage',
      'statistics:viewPage',
      'tag:viewPage',
      'automation:viewPage',
      'agentManagement:viewPage',
      'audit:viewPage',
    ],
  ],
] as const)('the built-in role %s is %s with customers %s', (key, name, scope, permissions) => {
  const role = BUILTIN_ROLES[key]

  expect([role.name, CUSTOMER_SCOPE_LABELS[role.customerScope]]).toEqual([name, scope])
  expect(new Set<string>(role.permissions())).toEqual(new Set<string>(permissions))
})

test('no built-in role edits what it cannot view', () => {
  for (const role of Object.values(BUILTIN_ROLES)) {
    expect(withImplied(role.permissions())).toHaveLength(role.permissions().length)
  }
})
