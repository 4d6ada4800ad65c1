import { expect, test } from 'vitest'
import { complaint, findComplaints, type WorkspaceMap } from './boundaries.mjs'

const map: WorkspaceMap = {
  byName: new Map(
    ['packages/contract', 'packages/domain', 'packages/chat-client', 'packages/ui', 'packages/testkit']
      .concat('apps/server', 'apps/console', 'apps/simulator')
      .map((folder) => [`@ruwu/${folder.split('/')[1]}`, folder]),
  ),
  declared: new Map(),
  shared: new Set(['vitest']),
}
for (const folder of map.byName.values()) map.declared.set(folder, new Set([...map.byName.keys(), 'zod']))

test.each([
  ['packages/domain/src/recall.ts', '@ruwu/contract'],
  ['packages/chat-client/src/store.ts', '@ruwu/domain'],
  ['apps/server/src/compose/app.ts', '@ruwu/domain'],
  ['apps/server/src/compose/app.ts', 'node:fs'],
  ['apps/server/src/compose/app.ts', 'zod'],
  ['apps/server/src/features/customer/customer.service.ts', '../tag/index.ts'],
  ['apps/server/src/features/customer/customer.service.ts', './customer.repo.ts'],
  ['apps/console/src/app.tsx', '@ruwu/ui/theme.ts'],
  ['apps/simulator/src/phone.tsx', '@ruwu/domain/emoji'],
  ['apps/server/src/features/tag/tag.test.ts', '@ruwu/testkit'],
  ['apps/server/src/testing/world.ts', '@ruwu/testkit'],
  ['apps/server/src/features/tag/tag.test.ts', 'vitest'],
  ['apps/server/src/channels/douyin/douyin.test.ts', '../../../../../fixtures/platforms/douyin.json'],
])('%s may import %s', (file, specifier) => {
  expect(complaint(map, file, specifier)).toBeUndefined()
})

test.each([
  ['packages/contract/src/index.ts', '@ruwu/domain'],
  ['packages/domain/src/recall.ts', '@ruwu/chat-client'],
  ['packages/ui/src/button.tsx', '@ruwu/contract'],
  ['apps/server/src/compose/app.ts', '@ruwu/chat-client'],
  ['apps/console/src/app.tsx', '@ruwu/server'],
  ['apps/simulator/src/phone.tsx', '@ruwu/domain'],
  ['apps/simulator/src/phone.tsx', '@ruwu/server'],
  ['apps/server/src/compose/app.ts', '@ruwu/testkit'],
  ['apps/server/src/compose/app.ts', '../../../../packages/domain/src/recall.ts'],
  ['apps/server/src/features/customer/customer.service.ts', '../tag/tag.repo.ts'],
  ['apps/console/src/features/workbench/chat-page.tsx', '../tag/components/tag-list.tsx'],
  ['apps/server/src/compose/app.ts', 'left-pad'],
  ['apps/server/src/compose/app.ts', '@scope/left-pad/deep.js'],
  ['apps/server/src/compose/app.ts', 'vitest'],
])('%s may not import %s', (file, specifier) => {
  expect(complaint(map, file, specifier)).toBeTypeOf('string')
})

test('every way to name a module is seen, with its line', () => {
  const source = [
    `import { a } from 'a'`,
    `import type { b } from 'b'`,
    `export * from 'c'`,
    `export { d } from 'd'`,
    `export const e = () => import('e')`,
    `export type F = import('f').F`,
    `import 'g'`,
  ].join('\n')

  const found = findComplaints(map, 'apps/server/src/compose/app.ts', source).map((line) =>
    line.split('  ').slice(0, 2),
  )

  const expected = 'abcdefg'.split('').map((name, index) => [`apps/server/src/compose/app.ts:${index + 1}`, name])
  expect(found).toHaveLength(expected.length)
  expect(found).toEqual(expect.arrayContaining(expected))
})
